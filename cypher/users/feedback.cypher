// Purpose: whether a memory was of use; the same answer twice is one.
// Parameters: $user, $target_id, $at, $helpful
// Indexes: feedback_target
MERGE (f:Feedback {user_id: $user, target_id: $target_id, at: $at}) SET f.helpful = $helpful
