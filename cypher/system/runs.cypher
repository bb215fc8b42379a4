// Purpose: the newest runs of a user, and those over all users.
// Parameters: $user_id, $limit
// Indexes: run_recent
UNWIND [$user_id, ''] AS owner
CALL (owner) {
  MATCH (r:Run) WHERE r.user_id = owner AND r.started_at IS NOT NULL AND r.n IS NOT NULL
  RETURN r ORDER BY r.user_id DESC, r.started_at DESC, r.n DESC LIMIT $limit
}
WITH r ORDER BY r.started_at DESC, r.n DESC LIMIT $limit
RETURN r {<run>} AS row
