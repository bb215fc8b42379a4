// Purpose: everything a user has: rejections.
// Parameters: $user
// Indexes: rejection_id
MATCH (x:Rejection)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
