// Purpose: everything the user has had its vector of the tag once.
// Parameters: $user
// Indexes: user_id
MATCH (u:User {id: $user}) SET u.vector_complete = true, u.vector_serving = null
