// Purpose: deletes conversations without episodes.
// Parameters: $user, $ids
// Indexes: conversation_id
UNWIND $ids AS id
MATCH (c:Conversation {user_id: $user, id: id})
DETACH DELETE c
RETURN count(*) AS count
