// Purpose: entities that episodes mention or facts join.
// Parameters: $user, $episode_ids, $fact_ids
// Indexes: episode_id, fact_id
UNWIND $episode_ids AS id
MATCH (:Episode {user_id: $user, id: id})-[:MENTIONS]->(e:Entity)
RETURN e.id AS id
UNION
UNWIND $fact_ids AS id
MATCH (f:Fact {user_id: $user, id: id})
UNWIND [f.subject_id, f.object_id] AS end
WITH end WHERE end IS NOT NULL
RETURN end AS id
