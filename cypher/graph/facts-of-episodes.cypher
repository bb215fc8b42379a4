// Purpose: facts that rest on episodes, newest belief first.
// Parameters: $user, $episode_ids, $subjects, $objects (null: any), $statuses, $limit, $predicates, $valid_from, $valid_to, $dated, $as_of, $known_at (null: not asked)
// Indexes: episode_id
UNWIND $episode_ids AS id
MATCH (:Episode {user_id: $user, id: id})<-[:EVIDENCED_BY]-(f:Fact)
WITH DISTINCT f
WHERE f.status IN $statuses
  AND ($subjects IS NULL OR f.subject_id IN $subjects OR f.object_id IN $objects)
  AND ($predicates IS NULL OR f.predicate IN $predicates)
  AND ($valid_from IS NULL OR f.valid_at >= $valid_from) AND ($valid_to IS NULL OR f.valid_at < $valid_to)
  AND (NOT $dated OR f.valid_at IS NOT NULL)
  AND ($known_at IS NULL OR (f.created_at <= $known_at AND (f.expired_at IS NULL OR f.expired_at > $known_at)))
  AND ($as_of IS NULL OR ((f.valid_at IS NULL OR f.valid_at <= $as_of)
    AND (f.invalid_at IS NULL OR f.invalid_at > $as_of OR ($known_at IS NOT NULL AND f.expired_at IS NOT NULL))))
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <fact-hit>
