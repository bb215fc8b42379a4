// Purpose: what an extraction or a verification says about episodes; null removes a property.
// Parameters: $user, $rows [{id, set}]
// Indexes: episode_id
UNWIND $rows AS row
MATCH (p:Episode {user_id: $user, id: row.id})
SET p += row.set
