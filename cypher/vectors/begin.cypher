// Purpose: the user's vectors are of this tag from now on; those of another one wait to be replaced.
// Parameters: $user, $tag
// Indexes: user_id
MATCH (u:User {id: $user}) SET u.vector_tag = $tag, u.vector_complete = false, u.vector_count = 0
