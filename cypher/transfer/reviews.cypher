// Purpose: a page of questions, oldest first.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: review_recent
MATCH (r:Review)
USING INDEX r:Review(user_id, n)
WHERE r.user_id = $user AND r.n > $n
WITH r ORDER BY r.user_id, r.n LIMIT $limit
RETURN r {.n, .id, .kind, .state, .left_id, .right_id, .reason, .at, .asked_at, .decided_at, .decided_by,
  .run_id} AS row
