// Purpose: whether there is such a conversation.
// Parameters: $user, $id
// Indexes: conversation_id
MATCH (c:Conversation {user_id: $user, id: $id}) RETURN c.id AS id
