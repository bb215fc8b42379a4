// Purpose: everything a user has: aliases.
// Parameters: $user
// Indexes: alias_fold
MATCH (x:Alias)
WHERE x.user_id = $user AND x.fold IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
