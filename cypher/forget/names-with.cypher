// Purpose: folded names of entities in which one of these words stands, roles not counted.
// Parameters: $user, $words
// Indexes: entity_recent, alias_of
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL
  AND any(word IN $words WHERE e.name_fold CONTAINS word)
RETURN e.id AS id, e.name_fold AS name
UNION
MATCH (a:Alias)
WHERE a.user_id = $user AND a.fold IS NOT NULL AND a.kind <> 'role' AND any(word IN $words WHERE a.fold CONTAINS word)
RETURN a.entity_id AS id, a.fold AS name
