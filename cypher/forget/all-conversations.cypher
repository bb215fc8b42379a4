// Purpose: everything a user has: conversations.
// Parameters: $user
// Indexes: conversation_id
MATCH (x:Conversation)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
