// Purpose: changes that are not there.
// Parameters: $user, $rows [{i, id, set}]
// Indexes: change_id
UNWIND $rows AS row
MERGE (c:Change {user_id: $user, id: row.id})
ON CREATE SET c.is_new = true, c += row.set
WITH c, row, c.is_new IS NOT NULL AS added
REMOVE c.is_new
RETURN row.i AS i, added
