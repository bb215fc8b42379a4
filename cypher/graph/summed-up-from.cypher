// Purpose: entities whose summary or portrait rests on one of these facts.
// Parameters: $user, $ids
// Indexes: entity_recent
MATCH (e:Entity)
WHERE e.user_id = $user AND e.created_at IS NOT NULL AND e.n IS NOT NULL
  AND (e.summary_basis IS NOT NULL OR e.portrait IS NOT NULL)
  AND any(id IN $ids WHERE coalesce(e.summary_basis, '') + coalesce(e.portrait, '') CONTAINS '"' + id + '"')
RETURN e.id AS id
