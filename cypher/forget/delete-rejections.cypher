// Purpose: deletes refusals.
// Parameters: $user, $ids
// Indexes: rejection_id
UNWIND $ids AS id
MATCH (r:Rejection {user_id: $user, id: id})
DELETE r
RETURN count(*) AS count
