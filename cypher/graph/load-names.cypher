// Purpose: which of these folded names somebody bears. Merged entities bear none: their survivor does.
// Parameters: $user, $folds
// Indexes: entity_name, alias_fold
MATCH (e:Entity)
WHERE e.user_id = $user AND e.name_fold IN $folds AND e.merged_into IS NULL
RETURN e.name_fold AS fold
UNION
MATCH (a:Alias)
WHERE a.user_id = $user AND a.fold IN $folds
MATCH (a)-[:NAMES]->(e:Entity)
WHERE e.merged_into IS NULL
RETURN a.fold AS fold
