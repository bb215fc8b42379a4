// Purpose: a page of refusals, oldest first.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: rejection_recent
MATCH (r:Rejection)
USING INDEX r:Rejection(user_id, n)
WHERE r.user_id = $user AND r.n > $n
WITH r ORDER BY r.user_id, r.n LIMIT $limit
RETURN r {.n, .id, .episode_id, .fact_id, .stage, .reason, .detail, .proposal, .reasoning, .at, .overruled_at,
  .overruled_run, .overruled_fact} AS row
