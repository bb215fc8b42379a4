// Purpose: a page of facts with their evidence, in the order of their making.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: fact_number
MATCH (f:Fact)
USING INDEX f:Fact(user_id, n)
WHERE f.user_id = $user AND f.n > $n
WITH f ORDER BY f.user_id, f.n LIMIT $limit
RETURN <fact-hit>
