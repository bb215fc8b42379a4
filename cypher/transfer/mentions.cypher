// Purpose: a page of episodes that mention something, by id, with what they mention.
// Parameters: $user, $id (of the last one read), $limit
// Indexes: episode_id
MATCH (e:Episode)
USING INDEX e:Episode(user_id, id)
WHERE e.user_id = $user AND e.id > $id AND EXISTS { (e)-[:MENTIONS]->(:Entity) }
WITH e ORDER BY e.user_id, e.id LIMIT $limit
RETURN e.id AS id,
  COLLECT { MATCH (e)-[m:MENTIONS]->(x:Entity) RETURN {entityId: x.id, start: m.span_start, end: m.span_end} } AS mentions
