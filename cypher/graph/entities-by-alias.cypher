// Purpose: entities by exact folded name or alias; merged ones under the entity they are now.
// Parameters: $user, $folds
// Indexes: entity_name, alias_fold
CALL () {
  MATCH (e:Entity)
  WHERE e.user_id = $user AND e.name_fold IN $folds AND e.merged_into IS NULL
  RETURN e, e.name AS alias, 'name' AS kind, 0 AS rank
  UNION ALL
  MATCH (a:Alias)
  WHERE a.user_id = $user AND a.fold IN $folds
  MATCH (a)-[:NAMES]->(e:Entity)
  WHERE e.merged_into IS NULL AND a.fold <> e.name_fold
  RETURN e, a.alias AS alias, a.kind AS kind, 1 AS rank
}
WITH e, alias, kind, rank ORDER BY rank, e.id, alias
RETURN alias, kind, <entity-hit>
