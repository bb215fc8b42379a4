// Purpose: rewrites refusals; null removes a property.
// Parameters: $user, $rows [{id, set}]
// Indexes: rejection_id
UNWIND $rows AS row
MATCH (r:Rejection {user_id: $user, id: row.id})
SET r += row.set
