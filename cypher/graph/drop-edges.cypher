// Purpose: relations that no longer hold.
// Parameters: $user, $rows [{fact_id, from, to}]
// Indexes: entity_id
UNWIND $rows AS row
MATCH (s:Entity {user_id: $user, id: row.from})
MATCH (o:Entity {user_id: $user, id: row.to})
MATCH (s)-[r]->(o)
WHERE r.fact_id = row.fact_id
DELETE r
