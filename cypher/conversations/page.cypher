// Purpose: a page of conversations, the last one spoken in first.
// Parameters: $user, $last_message_at, $id (of the last one shown), $shelf (empty: any), $limit
// Indexes: conversation_recent
MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(user_id, last_message_at, id)
WHERE c.user_id = $user AND c.last_message_at <= $last_message_at AND c.id IS NOT NULL
  AND (c.last_message_at < $last_message_at OR c.id < $id)
  AND ($shelf = '' OR c.shelf = $shelf OR ($shelf = 'listed' AND coalesce(c.shelf, '') <> 'archived'))
WITH c ORDER BY c.user_id DESC, c.last_message_at DESC, c.id DESC LIMIT $limit
RETURN c {<conversation>} AS row
