// Purpose: deletes facts for good, with their evidence and the relations they tell.
// Parameters: $user, $ids
// Indexes: fact_id
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
CALL (f) {
  MATCH (f)-[:SUBJECT]->(s:Entity)
  MATCH (f)-[:OBJECT]->(o:Entity)
  MATCH (s)-[r]->(o)
  WHERE r.fact_id = f.id
  DELETE r
}
DETACH DELETE f
