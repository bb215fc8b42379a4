// Purpose: changes properties of entities; null removes one.
// Parameters: $user, $rows [{id, set}]
// Indexes: entity_id
UNWIND $rows AS row
MATCH (e:Entity {user_id: $user, id: row.id})
SET e += row.set
