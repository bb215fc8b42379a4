// Purpose: the log of what changed.
// Parameters: $user, $rows (properties)
// Indexes: change_id (uniqueness)
UNWIND $rows AS row
CREATE (c:Change {user_id: $user})
SET c += row
