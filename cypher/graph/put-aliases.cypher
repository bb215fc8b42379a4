// Purpose: names of entities, new or in another place.
// Parameters: $user, $rows [{entity_id, fold, alias, kind, position}]
// Indexes: alias_entity, entity_id
UNWIND $rows AS row
MATCH (e:Entity {user_id: $user, id: row.entity_id})
MERGE (a:Alias {user_id: $user, entity_id: row.entity_id, fold: row.fold})
ON CREATE SET a.is_new = true
SET a.alias = row.alias, a.kind = row.kind, a.position = row.position
WITH a, e WHERE a.is_new
CREATE (a)-[:NAMES]->(e)
REMOVE a.is_new
