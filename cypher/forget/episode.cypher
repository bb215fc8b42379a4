// Purpose: what one episode said.
// Parameters: $user, $id
// Indexes: episode_id
MATCH (p:Episode {user_id: $user, id: $id})
RETURN p.id AS id, p.user_message AS user_message, p.assistant_reply AS assistant_reply
