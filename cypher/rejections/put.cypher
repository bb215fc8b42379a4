// Purpose: keeps refused proposals, each once.
// Parameters: $user, $rows (properties)
// Indexes: rejection_id
UNWIND $rows AS row
MERGE (r:Rejection {user_id: $user, id: row.id})
ON CREATE SET r += row
