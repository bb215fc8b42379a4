// Purpose: a page of what models said, by episode and purpose.
// Parameters: $user, $episode_id, $purpose (of the last one read), $limit
// Indexes: trace_purpose
MATCH (t:Trace)
USING INDEX t:Trace(user_id, episode_id, purpose)
WHERE t.user_id = $user AND t.episode_id >= $episode_id AND t.purpose IS NOT NULL
  AND (t.episode_id > $episode_id OR t.purpose > $purpose)
WITH t ORDER BY t.user_id, t.episode_id, t.purpose LIMIT $limit
RETURN t {<trace>} AS row
