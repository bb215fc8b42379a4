// Purpose: entities that turns mention together, and in how many; a turn that names more than $mentioned joins none.
// Parameters: $user, $mentioned, $limit
// Indexes: episode_number
MATCH (e:Episode)
USING INDEX e:Episode(user_id, n)
WHERE e.user_id = $user AND e.n IS NOT NULL AND e.memory = 'on' AND e.replaced_by IS NULL
MATCH (e)-[:MENTIONS]->(x:Entity)
WHERE x.is_self = 0 AND (x.status <> 'archived' OR x.merged_into IS NOT NULL)
WITH e, collect(DISTINCT coalesce(x.merged_into, x.id)) AS ids
WHERE 2 <= size(ids) <= $mentioned
UNWIND ids AS a
UNWIND ids AS b
WITH a, b WHERE a < b
WITH a, b, count(*) AS turns
RETURN a, b, turns ORDER BY turns DESC, a, b LIMIT $limit
