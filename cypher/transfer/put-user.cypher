// Purpose: properties of the user's own row; null removes one.
// Parameters: $user, $set
// Indexes: user_id
MATCH (u:User {id: $user})
SET u += $set
