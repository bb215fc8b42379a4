// Purpose: a page of entities, newest first.
// Parameters: $user, $created_at, $n (of the last one shown), $limit, those of entity-asked
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at <= $created_at AND e.n IS NOT NULL
  AND (e.created_at < $created_at OR e.n < $n)
  AND <entity-asked>
WITH e ORDER BY e.user_id DESC, e.created_at DESC, e.n DESC LIMIT $limit
RETURN {row: e {<entity>}, created_at: e.created_at, n: e.n, aliases: <aliases-of-entity>} AS row
