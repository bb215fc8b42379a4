// Purpose: a page of turns by the state of their extraction or verification, newest first; few, unlike all turns.
// Parameters: $user, $state, $attempts_min, $conversation_id (null: any), $occurred_at, $n (of the last one shown),
//   $limit
// Indexes: episode_extraction, episode_verification
MATCH (e:Episode)
USING INDEX SEEK e:Episode(<stage>_state, user_id)
WHERE e.<stage>_state = $state AND e.user_id = $user AND e.<stage>_attempts >= $attempts_min
  AND <besides> AND e.replaced_by IS NULL
  AND ($conversation_id IS NULL OR e.conversation_id = $conversation_id)
  AND (e.occurred_at < $occurred_at OR (e.occurred_at = $occurred_at AND e.n < $n))
WITH e ORDER BY e.occurred_at DESC, e.n DESC LIMIT $limit
RETURN e {<episode>, .recalled} AS row
