// Purpose: the newest feedback that names the turn it was given for.
// Parameters: $user, $limit
// Indexes: feedback_time
MATCH (f:Feedback) WHERE f.user_id = $user AND f.at > '' AND f.episode_id IS NOT NULL
WITH f ORDER BY f.user_id DESC, f.at DESC LIMIT $limit
RETURN f {.target_id, .helpful, .at, .basis, .episode_id, .weight} AS row
