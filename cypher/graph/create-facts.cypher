// Purpose: new facts with their ends and their evidence.
// Parameters: $user, $user_key, $rows [{set, evidence [{episode_id, set}]}]
// Indexes: fact_id (uniqueness), entity_id, episode_id
UNWIND $rows AS row
MATCH (s:Entity {user_id: $user, id: row.set.subject_id})
CREATE (f:Fact {user_id: $user, user_key: $user_key})-[:SUBJECT]->(s)
SET f += row.set
WITH f, row
CALL (f, row) {
  MATCH (o:Entity {user_id: $user, id: row.set.object_id})
  CREATE (f)-[:OBJECT]->(o)
}
CALL (f, row) {
  UNWIND row.evidence AS quoted
  MATCH (p:Episode {user_id: $user, id: quoted.episode_id})
  CREATE (f)-[v:EVIDENCED_BY]->(p)
  SET v = quoted.set
}
