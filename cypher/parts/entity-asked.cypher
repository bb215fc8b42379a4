// Purpose: what a listed entity must be; null: any. With $as_of something was true of it then.
// Parameters: $type, $status, $q, $merged, $as_of, $held (statuses of what was true)
($merged OR e.merged_into IS NULL)
  AND ($type IS NULL OR e.type = $type) AND ($status IS NULL OR e.status = $status)
  AND ($q IS NULL OR replace(e.search_text, '\u200B', '') CONTAINS $q)
  AND ($as_of IS NULL
    OR EXISTS { MATCH (f:Fact) WHERE f.user_id = $user AND f.subject_id = e.id AND f.status IN $held AND f.created_at IS NOT NULL
      AND (f.valid_at IS NULL OR f.valid_at <= $as_of) AND (f.invalid_at IS NULL OR f.invalid_at > $as_of) }
    OR EXISTS { MATCH (f:Fact) WHERE f.user_id = $user AND f.object_id = e.id AND f.status IN $held AND f.created_at IS NOT NULL
      AND (f.valid_at IS NULL OR f.valid_at <= $as_of) AND (f.invalid_at IS NULL OR f.invalid_at > $as_of) })
