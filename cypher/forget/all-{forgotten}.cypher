// Purpose: everything a user has of one kind.
// Parameters: $user
// Indexes: that of the key
MATCH (x:<Label>)
WHERE x.user_id = $user AND x.<key> IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
