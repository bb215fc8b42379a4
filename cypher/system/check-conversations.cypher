// Purpose: conversations whose count of episodes is wrong.
// Parameters: $limit
// Indexes: conversation_id
MATCH (c:Conversation)
WHERE c.user_id IS NOT NULL AND c.id IS NOT NULL AND c.episode_count <> COUNT { (c)<-[:IN]-(:Episode) }
RETURN c.id AS id LIMIT $limit
