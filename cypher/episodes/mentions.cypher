// Purpose: the entities these episodes mention; a merged one is its survivor.
// Parameters: $user, $ids
// Indexes: episode_id
MATCH (e:Episode) WHERE e.user_id = $user AND e.id IN $ids
MATCH (e)-[:MENTIONS]->(x:Entity)
RETURN DISTINCT e.id AS episodeId, coalesce(x.merged_into, x.id) AS entityId ORDER BY episodeId, entityId
