// Purpose: a page of conversations, the last one spoken in first.
// Parameters: $user, $last_message_at, $id (of the last one shown), $shelf (null: any), $archived_before (empty: no
//   conversation is archived by its age), $limit
// Indexes: conversation_recent
MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(user_id, last_message_at, id)
WHERE c.user_id = $user AND c.last_message_at <= $last_message_at AND c.id IS NOT NULL
  AND (c.last_message_at < $last_message_at OR c.id < $id)
  AND CASE coalesce(c.shelf, CASE WHEN c.last_message_at < $archived_before THEN 'archived' ELSE '' END)
    WHEN 'archived' THEN coalesce($shelf, 'archived') = 'archived'
    WHEN 'pinned' THEN coalesce($shelf, 'pinned') <> 'archived'
    ELSE coalesce($shelf, 'listed') = 'listed' END
WITH c ORDER BY c.user_id DESC, c.last_message_at DESC, c.id DESC LIMIT $limit
RETURN c {<conversation>} AS row
