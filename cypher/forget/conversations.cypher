// Purpose: what conversations are called and summed up as.
// Parameters: $user
// Indexes: conversation_id
MATCH (c:Conversation)
WHERE c.user_id = $user AND c.id IS NOT NULL
RETURN c {.id, .title, .client_system, .history_summary} AS row
