// Purpose: the conversation that another system knows by this id.
// Parameters: $user, $external_id
// Indexes: conversation_external
MATCH (c:Conversation {user_id: $user, external_id: $external_id})
RETURN c {<conversation>} AS row
