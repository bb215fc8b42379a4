// Purpose: one change.
// Parameters: $user, $id
// Indexes: change_id
MATCH (c:Change {user_id: $user, id: $id})
RETURN c {.n, .id, .at, .actor, .reason, .run_id, .kind, .target_id, .before_json, .after_json, .mentions_json, .target_n,
  .undone} AS row
