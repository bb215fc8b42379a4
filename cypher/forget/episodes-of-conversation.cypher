// Purpose: what the episodes of a conversation said.
// Parameters: $user, $id
// Indexes: episode_place
MATCH (p:Episode)
WHERE p.user_id = $user AND p.conversation_id = $id AND p.ordinal IS NOT NULL
RETURN p.id AS id, p.conversation_id AS conversation_id, p.user_message AS user_message, p.assistant_reply AS assistant_reply
