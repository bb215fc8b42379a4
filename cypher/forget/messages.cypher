// Purpose: the messages of episodes, and the conversations they stand in.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})
RETURN p.id AS id, p.conversation_id AS conversation_id, p.user_message AS user_message
