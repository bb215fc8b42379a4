// Purpose: facts about entities, newest belief first: the newest of each entity and status, from the index.
// Parameters: $user, $subjects, $objects (entity ids), $statuses, $limit, $predicates, $valid_from, $valid_to, $dated, $as_of, $known_at (null: not asked)
// Indexes: fact_subject, fact_object
CALL () {
  UNWIND $subjects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status = status AND f.created_at IS NOT NULL
      AND ($predicates IS NULL OR f.predicate IN $predicates)
      AND ($valid_from IS NULL OR f.valid_at >= $valid_from) AND ($valid_to IS NULL OR f.valid_at < $valid_to)
      AND (NOT $dated OR f.valid_at IS NOT NULL)
      AND ($known_at IS NULL OR (f.created_at <= $known_at AND (f.expired_at IS NULL OR f.expired_at > $known_at)))
      AND ($as_of IS NULL OR ((f.valid_at IS NULL OR f.valid_at <= $as_of)
        AND (f.invalid_at IS NULL OR f.invalid_at > $as_of OR ($known_at IS NOT NULL AND f.expired_at IS NOT NULL))))
    RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
  UNION
  UNWIND $objects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status = status AND f.created_at IS NOT NULL
      AND ($predicates IS NULL OR f.predicate IN $predicates)
      AND ($valid_from IS NULL OR f.valid_at >= $valid_from) AND ($valid_to IS NULL OR f.valid_at < $valid_to)
      AND (NOT $dated OR f.valid_at IS NOT NULL)
      AND ($known_at IS NULL OR (f.created_at <= $known_at AND (f.expired_at IS NULL OR f.expired_at > $known_at)))
      AND ($as_of IS NULL OR ((f.valid_at IS NULL OR f.valid_at <= $as_of)
        AND (f.invalid_at IS NULL OR f.invalid_at > $as_of OR ($known_at IS NOT NULL AND f.expired_at IS NOT NULL))))
    RETURN f ORDER BY f.user_id DESC, f.object_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <fact-hit>
