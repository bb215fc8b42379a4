// Purpose: rows of one kind that are not there.
// Parameters: $user, $rows [{i, the key, set}]
// Indexes: that of the key
UNWIND $rows AS row
MERGE (x:<Label> {user_id: $user, <key>})
ON CREATE SET x.is_new = true, x += row.set
WITH x, row, x.is_new IS NOT NULL AS added
REMOVE x.is_new
RETURN row.i AS i, added
