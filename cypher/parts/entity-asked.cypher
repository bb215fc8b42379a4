// Purpose: what a listed entity must be; null: any. At a moment something was true of it, or believed, then.
// Parameters: $type, $status, $q, $merged, $held (statuses of what was true or believed), those of held-then
($merged OR e.merged_into IS NULL)
  AND ($type IS NULL OR e.type = $type) AND ($status IS NULL OR e.status = $status)
  AND ($q IS NULL OR replace(e.search_text, '\u200B', '') CONTAINS $q)
  AND (($as_of IS NULL AND $known_at IS NULL)
    OR EXISTS { MATCH (f:Fact) WHERE f.user_id = $user AND f.subject_id = e.id AND f.status IN $held AND f.created_at IS NOT NULL
      AND <held-then> }
    OR EXISTS { MATCH (f:Fact) WHERE f.user_id = $user AND f.object_id = e.id AND f.status IN $held AND f.created_at IS NOT NULL
      AND <held-then> })
