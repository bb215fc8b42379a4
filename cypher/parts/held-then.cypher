// Purpose: whether a fact was true at $as_of, or believed at $known_at; null: not asked. `heldAt` of the domain.
// Parameters: $as_of, $known_at
($known_at IS NULL OR (f.created_at <= $known_at AND (f.expired_at IS NULL OR f.expired_at > $known_at)))
  AND ($as_of IS NULL OR ((f.valid_at <= $as_of
      OR (f.valid_at IS NULL AND (EXISTS { (f)-[v:EVIDENCED_BY]->(:Episode) WHERE v.occurred_at <= $as_of }
        OR (f.created_at <= $as_of AND NOT EXISTS { (f)-[:EVIDENCED_BY]->(:Episode) }))))
    AND (coalesce(f.invalid_at, CASE f.status WHEN 'superseded' THEN f.expired_at END, '~') > $as_of
      OR ($known_at IS NOT NULL AND f.expired_at IS NOT NULL))))
