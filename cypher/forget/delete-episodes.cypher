// Purpose: deletes episodes with their mentions, traces and feedback.
// Parameters: $user, $ids
// Indexes: episode_id, trace_purpose, feedback_target
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})
CALL (id) { MATCH (b:Feedback {user_id: $user, target_id: id}) DELETE b }
CALL (id) {
  MATCH (t:Trace)
  WHERE t.user_id = $user AND t.episode_id = id AND t.purpose IS NOT NULL
  DELETE t
}
DETACH DELETE p
RETURN count(*) AS count
