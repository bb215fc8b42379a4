// Purpose: everything a user has: episodes.
// Parameters: $user
// Indexes: episode_id
MATCH (x:Episode)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
