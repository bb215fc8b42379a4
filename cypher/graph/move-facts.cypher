// Purpose: facts that are about other entities now.
// Parameters: $user, $rows [{id, subject_id, object_id}]
// Indexes: fact_id, entity_id
UNWIND $rows AS row
MATCH (f:Fact {user_id: $user, id: row.id})
CALL (f) { MATCH (f)-[old:SUBJECT|OBJECT]->(:Entity) DELETE old }
CALL (f, row) {
  MATCH (s:Entity {user_id: $user, id: row.subject_id})
  CREATE (f)-[:SUBJECT]->(s)
}
CALL (f, row) {
  MATCH (o:Entity {user_id: $user, id: row.object_id})
  CREATE (f)-[:OBJECT]->(o)
}
