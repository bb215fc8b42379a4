// Purpose: rewrites snapshots.
// Parameters: $user, $rows [{id, set}]
// Indexes: change_id
UNWIND $rows AS row
MATCH (c:Change {user_id: $user, id: row.id})
SET c += row.set
