// Purpose: a page of turns by the state of their extraction, newest first; few, unlike all turns.
// Parameters: $user, $extraction, $attempts_min, $conversation_id (null: any), $occurred_at, $n (of the last one shown),
//   $limit
// Indexes: episode_extraction
MATCH (e:Episode)
USING INDEX SEEK e:Episode(extraction_state, user_id)
WHERE e.extraction_state = $extraction AND e.user_id = $user AND e.extraction_attempts >= $attempts_min
  AND e.state IN ['complete', 'interrupted'] AND e.memory = 'on' AND e.replaced_by IS NULL
  AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
  AND (e.occurred_at < $occurred_at OR (e.occurred_at = $occurred_at AND e.n < $n))
WITH e ORDER BY e.occurred_at DESC, e.n DESC LIMIT $limit
RETURN e {<episode>, .recalled} AS row
