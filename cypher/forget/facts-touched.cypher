// Purpose: facts whose evidence lies in changed episodes.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (:Episode {user_id: $user, id: id})<-[:EVIDENCED_BY]-(f:Fact)
RETURN DISTINCT f.id AS id
