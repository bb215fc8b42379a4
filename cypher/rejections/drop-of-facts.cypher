// Purpose: facts that are back were not refused after all.
// Parameters: $user, $ids
// Indexes: rejection_fact
UNWIND $ids AS id
MATCH (r:Rejection {user_id: $user, fact_id: id})
WHERE r.overruled_at IS NULL
DELETE r
