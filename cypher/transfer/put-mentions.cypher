// Purpose: mentions that are not there.
// Parameters: $user, $rows [{i, episode_id, mentions [{entityId, start, end}]}]
// Indexes: episode_id, entity_id
UNWIND $rows AS row
MATCH (e:Episode {user_id: $user, id: row.episode_id})
UNWIND row.mentions AS one
MATCH (x:Entity {user_id: $user, id: one.entityId})
WITH row, e, x, one,
  EXISTS { (e)-[m:MENTIONS]->(x) WHERE m.span_start = one.start AND m.span_end = one.end } AS known
FOREACH (_ IN CASE WHEN known THEN [] ELSE [1] END |
  CREATE (e)-[m:MENTIONS]->(x)
  SET m.span_start = one.start, m.span_end = one.end)
RETURN row.i AS i, NOT known AS added
