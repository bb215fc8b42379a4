// Purpose: one change.
// Parameters: $user, $id
// Indexes: change_id
MATCH (c:Change {user_id: $user, id: $id})
RETURN c {<change>} AS row
