// Purpose: takes the mentions out of episodes.
// Parameters: $user, $ids
// Indexes: episode_id
UNWIND $ids AS id
MATCH (:Episode {user_id: $user, id: id})-[m:MENTIONS]->(:Entity)
DELETE m
RETURN count(*) AS count
