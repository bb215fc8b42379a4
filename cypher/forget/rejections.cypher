// Purpose: refusals, oldest first, in slices.
// Parameters: $user, $n (of the last one seen), $limit
// Indexes: rejection_recent
MATCH (r:Rejection)
WHERE r.user_id = $user AND r.n > $n
WITH r ORDER BY r.user_id, r.n LIMIT $limit
RETURN r {.n, .id, .episode_id, .fact_id, .detail, .proposal, .reasoning} AS row
