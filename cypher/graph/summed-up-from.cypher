// Purpose: entities whose summary rests on one of these facts.
// Parameters: $user, $ids
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL AND e.summary_basis IS NOT NULL
  AND any(id IN $ids WHERE e.summary_basis CONTAINS '"' + id + '"')
RETURN e.id AS id
