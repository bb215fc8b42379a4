// Purpose: the newest feedback on each of these memories.
// Parameters: $user, $ids
// Indexes: feedback_target
UNWIND $ids AS id
CALL (id) {
  MATCH (f:Feedback) WHERE f.user_id = $user AND f.target_id = id
  RETURN f ORDER BY f.at DESC LIMIT 30
}
RETURN f {.target_id, .helpful, .at, .basis, .episode_id, .weight} AS row
