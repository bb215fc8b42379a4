// Purpose: whether a fact rests on this episode.
// Parameters: $user, $id
// Indexes: episode_id
MATCH (e:Episode {user_id: $user, id: $id})
WHERE EXISTS { (e)<-[:EVIDENCED_BY]-(:Fact) }
RETURN e.id AS id
