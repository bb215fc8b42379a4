// Purpose: the user's own row, as it is taken over; null removes a property.
// Parameters: $user, $set
// Indexes: user_id
MATCH (u:User {id: $user})
SET u += $set
