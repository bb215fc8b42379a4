// Purpose: a page of entities, those first that have just the name that is sought, then by an alias, then the newest.
// Parameters: $user, $sought (folded), $exact, $created_at, $n (of the last one shown), $limit, those of entity-asked
// Indexes: entity_recent, alias_entity
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL
  AND <entity-asked>
WITH e, CASE WHEN e.name_fold = $sought THEN 2
  WHEN EXISTS { MATCH (a:Alias {user_id: $user, entity_id: e.id, fold: $sought}) } THEN 1 ELSE 0 END AS exact
WHERE exact < $exact
  OR (exact = $exact AND (e.created_at < $created_at OR (e.created_at = $created_at AND e.n < $n)))
WITH e, exact ORDER BY exact DESC, e.created_at DESC, e.n DESC LIMIT $limit
RETURN {row: e {<entity>}, exact: exact, created_at: e.created_at, n: e.n, aliases: <aliases-of-entity>} AS row
