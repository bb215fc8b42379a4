// Purpose: how many vectors the user was given; those that went since are not taken off.
// Parameters: $user, $count
// Indexes: user_id
MATCH (u:User {id: $user}) SET u.vector_count = coalesce(u.vector_count, 0) + $count
