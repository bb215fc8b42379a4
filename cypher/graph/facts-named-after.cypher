// Purpose: facts about renamed entities, with what they are found by.
// Parameters: $user, $ids
// Indexes: entity_id
UNWIND $ids AS id
MATCH (x:Entity {user_id: $user, id: id})<-[:SUBJECT|OBJECT]-(f:Fact)
WITH DISTINCT f
MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f.id AS id, f.text AS text, f.predicate AS predicate, f.value AS value, f.expansion AS expansion,
  s.name AS subject_name, o.name AS object_name
