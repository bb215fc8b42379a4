// Purpose: changes properties of conversations; null removes one.
// Parameters: $user, $rows [{id, set}]
// Indexes: conversation_id
UNWIND $rows AS row
MATCH (c:Conversation {user_id: $user, id: row.id})
SET c += row.set
