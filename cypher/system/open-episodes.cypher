// Purpose: turns that have been open since before a time, the oldest first.
// Parameters: $before, $limit
// Indexes: episode_open
MATCH (e:Episode) WHERE e.open = true AND e.recorded_at < $before
RETURN e.user_id AS userId, e.conversation_id AS conversationId, e.id AS episodeId
ORDER BY e.recorded_at, e.n LIMIT $limit
