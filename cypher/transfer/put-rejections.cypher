// Purpose: refusals that are not there.
// Parameters: $user, $rows [{i, id, set}]
// Indexes: rejection_id
UNWIND $rows AS row
MERGE (r:Rejection {user_id: $user, id: row.id})
ON CREATE SET r.is_new = true, r += row.set
WITH r, row, r.is_new IS NOT NULL AS added
REMOVE r.is_new
RETURN row.i AS i, added
