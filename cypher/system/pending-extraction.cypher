// Purpose: episodes that extraction waits for and may read by a time, the oldest first.
// Parameters: $due (null: any time), $limit
// Indexes: episode_extraction
MATCH (e:Episode)
USING INDEX SEEK e:Episode(extraction_state, user_id)
WHERE e.extraction_state = 'pending' AND e.user_id IS NOT NULL
  AND e.state IN ['complete', 'interrupted'] AND e.memory = 'on' AND e.replaced_by IS NULL
  AND ($due IS NULL OR e.extraction_retry_at IS NULL OR e.extraction_retry_at <= $due)
RETURN e.user_id AS userId, e.conversation_id AS conversationId, e.id AS episodeId
ORDER BY e.recorded_at, e.n LIMIT $limit
