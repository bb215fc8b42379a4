// Purpose: everything a user has: facts.
// Parameters: $user
// Indexes: fact_id
MATCH (x:Fact)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
