// Purpose: what conversations are called and summed up as.
// Parameters: $user
// Indexes: conversation_id
MATCH (c:Conversation)
WHERE c.user_id = $user AND c.id IS NOT NULL
RETURN c.id AS id, c.title AS title, c.client_system AS client_system, c.history_summary AS history_summary,
  c.external_id AS external_id
