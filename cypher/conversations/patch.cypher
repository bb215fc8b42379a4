// Purpose: changes a conversation; null removes a property.
// Parameters: $user, $id, $set
// Indexes: conversation_id
MATCH (c:Conversation {user_id: $user, id: $id})
SET c += $set
RETURN c {<conversation>} AS row
