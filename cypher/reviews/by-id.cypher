// Purpose: questions by id, oldest first.
// Parameters: $user, $ids
// Indexes: review_id
UNWIND $ids AS id
MATCH (r:Review {user_id: $user, id: id})
WITH DISTINCT r
RETURN r {.n, .id, .kind, .state, .left_id, .right_id, .reason, .at, .asked_at, .decided_at, .decided_by,
  .run_id} AS row
ORDER BY r.n
