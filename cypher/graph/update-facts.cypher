// Purpose: changes properties of facts; null removes one.
// Parameters: $user, $rows [{id, set}]
// Indexes: fact_id
UNWIND $rows AS row
MATCH (f:Fact {user_id: $user, id: row.id})
SET f += row.set
