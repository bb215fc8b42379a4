// Purpose: a page of entities in another order than that of their making: all that are meant are sorted.
// Parameters: $user, $sort, $key, $n (of the last one shown), $limit, those of entity-asked
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL
  AND <entity-asked>
WITH e, CASE $sort WHEN 'name' THEN e.name_fold WHEN 'mentions' THEN e.mention_count
  WHEN 'mentioned' THEN e.last_mentioned_at WHEN 'confidence' THEN e.confidence ELSE e.created_at END AS key
WHERE key <past> $key OR (key = $key AND e.n <past> $n)
WITH e, key ORDER BY key <DESC>, e.n <DESC> LIMIT $limit
RETURN {row: e {<entity>}, key: key, n: e.n, aliases: <aliases-of-entity>} AS row
