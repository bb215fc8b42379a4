// Purpose: ids of all users.
// Parameters: none
// Indexes: user_id
MATCH (u:User) WHERE u.id IS NOT NULL RETURN u.id AS id ORDER BY u.id
