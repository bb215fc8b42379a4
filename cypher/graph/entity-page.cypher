// Purpose: a page of entities, newest first.
// Parameters: $user, $type, $status, $q (null: any), $merged, $created_at, $n (of the last one shown), $limit
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at <= $created_at AND e.n IS NOT NULL
  AND (e.created_at < $created_at OR e.n < $n)
  AND ($merged OR e.merged_into IS NULL)
  AND ($type IS NULL OR e.type = $type) AND ($status IS NULL OR e.status = $status)
  AND ($q IS NULL OR e.search_text CONTAINS $q)
WITH e ORDER BY e.user_id DESC, e.created_at DESC, e.n DESC LIMIT $limit
RETURN {row: e {<entity>},
  aliases: [(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}]} AS row
