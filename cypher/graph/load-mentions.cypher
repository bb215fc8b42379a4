// Purpose: where these episodes mention these entities.
// Parameters: $user, $pairs [{episode_id, entity_id}]
// Indexes: episode_id, entity_id
UNWIND $pairs AS pair
MATCH (p:Episode {user_id: $user, id: pair.episode_id})
MATCH (e:Entity {user_id: $user, id: pair.entity_id})
MATCH (p)-[m:MENTIONS]->(e)
RETURN DISTINCT p.id AS episodeId, e.id AS entityId, m.span_start AS start, m.span_end AS end
