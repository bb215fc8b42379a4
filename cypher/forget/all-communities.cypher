// Purpose: everything a user has: topics.
// Parameters: $user
// Indexes: community_id
MATCH (x:Community)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
