// Purpose: answers whether a memory was of use that are not there.
// Parameters: $user, $rows [{i, target_id, at, helpful}]
// Indexes: feedback_target
UNWIND $rows AS row
MERGE (f:Feedback {user_id: $user, target_id: row.target_id, at: row.at})
ON CREATE SET f.is_new = true, f.helpful = row.helpful
WITH f, row, f.is_new IS NOT NULL AS added
REMOVE f.is_new
RETURN row.i AS i, added
