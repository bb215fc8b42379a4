// Purpose: deletes facts for good, with their evidence, the relations they tell and the insights that rest on them.
// Parameters: $user, $ids
// Indexes: fact_id, review_left, review_right
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
CALL (f) {
  MATCH (f)-[:SUBJECT]->(s:Entity)
  MATCH (f)-[:OBJECT]->(o:Entity)
  MATCH (s)-[r]->(o)
  WHERE r.fact_id = f.id
  DELETE r
}
CALL (f) {
  MATCH (r:Review {user_id: $user, left_id: f.id})
  WHERE r.kind = 'insight'
  DELETE r
}
CALL (f) {
  MATCH (r:Review {user_id: $user, right_id: f.id})
  WHERE r.kind = 'insight'
  DELETE r
}
DETACH DELETE f
