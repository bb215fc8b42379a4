// Purpose: everything a user has: feedback.
// Parameters: $user
// Indexes: feedback_target
MATCH (x:Feedback)
WHERE x.user_id = $user AND x.target_id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
