// Purpose: entities that statements join, and by how many; merged ones under the entity they are now.
// Parameters: $user, $statuses, $limit
// Indexes: fact_status
MATCH (f:Fact)
USING INDEX f:Fact(user_id, status, created_at)
WHERE f.user_id = $user AND f.status IN $statuses AND f.created_at IS NOT NULL AND f.object_id IS NOT NULL
MATCH (f)-[:SUBJECT]->(s:Entity)
MATCH (f)-[:OBJECT]->(o:Entity)
WHERE s.is_self = 0 AND o.is_self = 0 AND (s.status <> 'archived' OR s.merged_into IS NOT NULL)
  AND (o.status <> 'archived' OR o.merged_into IS NOT NULL)
WITH coalesce(s.merged_into, s.id) AS x, coalesce(o.merged_into, o.id) AS y
WHERE x <> y
WITH CASE WHEN x < y THEN x ELSE y END AS a, CASE WHEN x < y THEN y ELSE x END AS b
WITH a, b, count(*) AS facts
RETURN a, b, facts ORDER BY facts DESC, a, b LIMIT $limit
