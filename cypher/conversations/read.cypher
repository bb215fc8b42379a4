// Purpose: one conversation.
// Parameters: $user, $id
// Indexes: conversation_id
MATCH (c:Conversation {user_id: $user, id: $id})
RETURN c {<conversation>} AS row
