// Purpose: of these memories, those that exist.
// Parameters: $user, $facts, $entities, $episodes (ids)
// Indexes: fact_id, entity_id, episode_id
MATCH (f:Fact) WHERE f.user_id = $user AND f.id IN $facts RETURN f.id AS id
UNION ALL
MATCH (x:Entity) WHERE x.user_id = $user AND x.id IN $entities RETURN x.id AS id
UNION ALL
MATCH (e:Episode) WHERE e.user_id = $user AND e.id IN $episodes RETURN e.id AS id
