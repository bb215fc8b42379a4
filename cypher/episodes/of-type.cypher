// Purpose: episodes of a context type by the time of storing, oldest first.
// Parameters: $user, $context_type, $from, $to, $limit
// Indexes: episode_context_type
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, context_type, recorded_at)
WHERE e.user_id = $user AND e.context_type = $context_type AND e.recorded_at >= $from AND e.recorded_at < $to
WITH e ORDER BY e.user_id, e.context_type, e.recorded_at LIMIT $limit
RETURN e {<episode>} AS row
