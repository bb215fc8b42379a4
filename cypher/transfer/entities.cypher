// Purpose: a page of entities with their aliases, in the order of their making.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: entity_number
MATCH (e:Entity)
USING INDEX e:Entity(user_id, n)
WHERE e.user_id = $user AND e.n > $n
WITH e ORDER BY e.user_id, e.n LIMIT $limit
RETURN <entity-hit>
