// Purpose: facts all of whose evidence lies in these episodes.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (:Episode {user_id: $user, id: id})<-[:EVIDENCED_BY]-(f:Fact)
WITH DISTINCT f
WHERE NOT EXISTS { MATCH (f)-[:EVIDENCED_BY]->(other:Episode) WHERE NOT other.id IN $ids }
RETURN f.id AS id
