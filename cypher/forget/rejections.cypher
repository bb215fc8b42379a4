// Purpose: refusals, oldest first, in slices.
// Parameters: $user, $n (of the last one seen), $limit
// Indexes: rejection_recent
MATCH (r:Rejection)
WHERE r.user_id = $user AND r.n > $n
WITH r ORDER BY r.user_id, r.n LIMIT $limit
RETURN r.n AS n, r.id AS id, r.episode_id AS episode_id, r.fact_id AS fact_id, r.detail AS detail,
  r.proposal AS proposal, r.reasoning AS reasoning
