// Purpose: keys of batches that are not there.
// Parameters: $user, $rows [{i, once, at}]
// Indexes: batch_once
UNWIND $rows AS row
MERGE (b:Batch {user_id: $user, once: row.once})
ON CREATE SET b.is_new = true, b.at = row.at
WITH b, row, b.is_new IS NOT NULL AS added
REMOVE b.is_new
RETURN row.i AS i, added
