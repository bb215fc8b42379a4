// Purpose: what models thought.
// Parameters: $user
// Indexes: trace_time, episode_id
MATCH (t:Trace)
WHERE t.user_id = $user AND t.at IS NOT NULL AND t.reasoning IS NOT NULL
MATCH (e:Episode {user_id: $user, id: t.episode_id})
RETURN t.episode_id AS episode_id, t.purpose AS purpose, t.reasoning AS reasoning,
  e.conversation_id AS conversation_id, e.recalled AS recalled
