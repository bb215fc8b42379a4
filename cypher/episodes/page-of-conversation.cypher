// Purpose: a page of one conversation's episodes in their order.
// Parameters: $user, $conversation_id, $ordinal (of the last one shown), $limit
// Indexes: episode_place
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, conversation_id, ordinal)
WHERE e.user_id = $user AND e.conversation_id = $conversation_id AND e.ordinal > $ordinal
WITH e ORDER BY e.user_id, e.conversation_id, e.ordinal LIMIT $limit
RETURN e {<episode>, .recalled} AS row
