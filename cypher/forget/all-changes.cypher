// Purpose: everything a user has: changes.
// Parameters: $user
// Indexes: change_id
MATCH (x:Change)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
