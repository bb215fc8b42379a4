// Purpose: entities that bear a folded name, roles not counted.
// Parameters: $user, $folds
// Indexes: entity_name, alias_fold
MATCH (e:Entity)
WHERE e.user_id = $user AND e.name_fold IN $folds
RETURN e.id AS id
UNION
MATCH (a:Alias)
WHERE a.user_id = $user AND a.fold IN $folds AND a.kind <> 'role'
RETURN a.entity_id AS id
