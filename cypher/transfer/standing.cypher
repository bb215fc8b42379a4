// Purpose: which of these are there; entities with their names.
// Parameters: $user, $entities, $facts, $episodes (ids)
// Indexes: entity_id, fact_id, episode_id
UNWIND $entities AS id
MATCH (x:Entity {user_id: $user, id: id})
RETURN 'entity' AS kind, x.id AS id, x.name AS name
UNION ALL
UNWIND $facts AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN 'fact' AS kind, f.id AS id, null AS name
UNION ALL
UNWIND $episodes AS id
MATCH (e:Episode {user_id: $user, id: id})
RETURN 'episode' AS kind, e.id AS id, null AS name
