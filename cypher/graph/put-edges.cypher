// Purpose: the relation that a fact tells, as a relationship of its own type between its two entities.
// Parameters: $user, $rows [{fact_id, from, to, type, predicate}]
// Indexes: entity_id
UNWIND $rows AS row
MATCH (s:Entity {user_id: $user, id: row.from})
MATCH (o:Entity {user_id: $user, id: row.to})
CREATE (s)-[r:$(row.type)]->(o)
SET r.user_id = $user, r.fact_id = row.fact_id, r.predicate = row.predicate
