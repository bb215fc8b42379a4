// Purpose: entities one fact away, by id.
// Parameters: $user, $ids, $seen, $statuses, $limit
// Indexes: fact_subject, fact_object
CALL () {
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.subject_id IN $ids AND f.status IN $statuses AND f.created_at IS NOT NULL AND f.object_id IS NOT NULL
  RETURN f.object_id AS id
  UNION
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.object_id IN $ids AND f.status IN $statuses AND f.created_at IS NOT NULL
  RETURN f.subject_id AS id
}
WITH id WHERE NOT id IN $seen
RETURN id ORDER BY id LIMIT $limit
