// Purpose: the model of the user's vectors, where none is said.
// Parameters: $user, $tag, $complete
// Indexes: user_id
MATCH (u:User {id: $user})
SET u.vector_tag = $tag, u.vector_complete = $complete
