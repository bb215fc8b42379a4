// Purpose: what is left in conversations.
// Parameters: $user, $ids
// Indexes: conversation_id, episode_place
UNWIND $ids AS id
MATCH (c:Conversation {user_id: $user, id: id})
OPTIONAL MATCH (p:Episode)
WHERE p.user_id = $user AND p.conversation_id = id AND p.ordinal IS NOT NULL
RETURN id, c.title AS title, count(p) AS count, min(p.occurred_at) AS first, max(p.occurred_at) AS last
