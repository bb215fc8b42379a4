// Purpose: everything a user has: batches.
// Parameters: $user
// Indexes: batch_once
MATCH (x:Batch)
WHERE x.user_id = $user AND x.once IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
