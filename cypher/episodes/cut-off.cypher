// Purpose: takes evidence and mentions from an episode that was replaced.
// Parameters: $user, $id
// Indexes: episode_id
MATCH (e:Episode {user_id: $user, id: $id})
OPTIONAL MATCH (e)<-[v:EVIDENCED_BY]-(:Fact)
DELETE v
WITH DISTINCT e
OPTIONAL MATCH (e)-[m:MENTIONS]->(:Entity)
DELETE m
