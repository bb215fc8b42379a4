// Purpose: a page of changes, oldest first.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: change_recent
MATCH (c:Change)
USING INDEX c:Change(user_id, n)
WHERE c.user_id = $user AND c.n > $n
WITH c ORDER BY c.user_id, c.n LIMIT $limit
RETURN c {.n, .id, .at, .actor, .reason, .run_id, .kind, .target_id, .before_json, .after_json, .mentions_json, .target_n,
  .undone} AS row
