// Purpose: questions by id, oldest first.
// Parameters: $user, $ids
// Indexes: review_id
UNWIND $ids AS id
MATCH (r:Review {user_id: $user, id: id})
WITH DISTINCT r
RETURN r {<review>} AS row
ORDER BY r.n
