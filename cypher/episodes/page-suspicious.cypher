// Purpose: a page of turns of which a call's reasoning looked suspicious, newest first; few, unlike all turns.
// Parameters: $user, $suspicious (above it a reasoning is), $conversation_id (null: any), $occurred_at, $n (of the last
//   one shown), $limit
// Indexes: trace_suspicion, episode_id
MATCH (t:Trace) WHERE t.user_id = $user AND t.suspicion > $suspicious
WITH DISTINCT t.episode_id AS id
MATCH (e:Episode) WHERE e.user_id = $user AND e.id = id AND e.replaced_by IS NULL
  AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
  AND (e.occurred_at < $occurred_at OR (e.occurred_at = $occurred_at AND e.n < $n))
WITH e ORDER BY e.occurred_at DESC, e.n DESC LIMIT $limit
RETURN e {<episode>, .recalled} AS row
