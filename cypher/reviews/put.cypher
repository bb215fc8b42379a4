// Purpose: questions, new or decided.
// Parameters: $user, $rows (properties)
// Indexes: review_id
UNWIND $rows AS row
MERGE (r:Review {user_id: $user, id: row.id})
SET r += row
