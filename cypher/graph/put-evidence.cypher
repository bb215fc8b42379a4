// Purpose: replaces the evidence of facts.
// Parameters: $user, $rows [{id, evidence [{episode_id, set}]}]
// Indexes: fact_id, episode_id
UNWIND $rows AS row
MATCH (f:Fact {user_id: $user, id: row.id})
CALL (f) { MATCH (f)-[old:EVIDENCED_BY]->(:Episode) DELETE old }
CALL (f, row) {
  UNWIND row.evidence AS quoted
  MATCH (p:Episode {user_id: $user, id: quoted.episode_id})
  CREATE (f)-[v:EVIDENCED_BY]->(p)
  SET v = quoted.set
}
