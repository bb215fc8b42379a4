// Purpose: the user's own row.
// Parameters: $user
// Indexes: user_id
MATCH (u:User {id: $user})
RETURN u.next_n AS n, <user>
