// Purpose: everything a user has: reviews.
// Parameters: $user
// Indexes: review_id
MATCH (x:Review)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
