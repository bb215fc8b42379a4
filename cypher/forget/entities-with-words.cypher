// Purpose: entities about which something is written.
// Parameters: $user
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL
  AND (e.summary IS NOT NULL OR e.portrait IS NOT NULL OR e.properties <> '{}')
RETURN e.id AS id
