// Purpose: what models thought.
// Parameters: $user
// Indexes: trace_time
MATCH (t:Trace)
WHERE t.user_id = $user AND t.at IS NOT NULL AND t.reasoning IS NOT NULL
RETURN t.episode_id AS episode_id, t.purpose AS purpose, t.reasoning AS reasoning
