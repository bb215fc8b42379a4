// Purpose: where entities are mentioned.
// Parameters: $user, $rows [{episode_id, entity_id, span_start, span_end}]
// Indexes: episode_id, entity_id
UNWIND $rows AS row
MATCH (p:Episode {user_id: $user, id: row.episode_id})
MATCH (e:Entity {user_id: $user, id: row.entity_id})
CREATE (p)-[m:MENTIONS]->(e)
SET m.span_start = row.span_start, m.span_end = row.span_end
