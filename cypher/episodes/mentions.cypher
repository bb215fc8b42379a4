// Purpose: the entities these episodes mention, and where; a merged one is its survivor.
// Parameters: $user, $ids
// Indexes: episode_id
MATCH (e:Episode) WHERE e.user_id = $user AND e.id IN $ids
MATCH (e)-[m:MENTIONS]->(x:Entity)
RETURN DISTINCT e.id AS episodeId, coalesce(x.merged_into, x.id) AS entityId, m.span_start AS start, m.span_end AS end
ORDER BY episodeId, entityId, start
