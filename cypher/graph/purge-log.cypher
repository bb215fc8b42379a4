// Purpose: deletes what the log and the feedback say about facts or entities.
// Parameters: $user, $kind, $ids
// Indexes: change_target, feedback_target
UNWIND $ids AS id
CALL (id) {
  MATCH (b:Feedback {user_id: $user, target_id: id})
  DELETE b
}
MATCH (c:Change)
WHERE c.user_id = $user AND c.target_id = id AND c.n IS NOT NULL AND c.kind = $kind
DELETE c
RETURN count(*) AS count
