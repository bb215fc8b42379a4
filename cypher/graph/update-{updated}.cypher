// Purpose: changes properties of rows of one kind; null removes one.
// Parameters: $user, $rows [{id, set}]
// Indexes: that of the id
UNWIND $rows AS row
MATCH (x:<Label> {user_id: $user, id: row.id})
SET x += row.set
