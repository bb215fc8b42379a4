// Purpose: the user's vectors are of this tag from now on; those of another one wait to be replaced, and answer until
//   the last of them is, if they were complete.
// Parameters: $user, $tag
// Indexes: user_id
MATCH (u:User {id: $user}) SET u.vector_serving = CASE WHEN u.vector_complete THEN u.vector_tag ELSE u.vector_serving END,
  u.vector_tag = $tag, u.vector_complete = false, u.vector_count = 0
