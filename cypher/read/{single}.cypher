// Purpose: one row of one kind.
// Parameters: $user, $id
// Indexes: that of the id
MATCH (x:<Label> {user_id: $user, id: $id})
RETURN x {<columns>} AS row
