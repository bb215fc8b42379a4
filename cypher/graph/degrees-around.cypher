// Purpose: number of facts that join an entity with each other one, most first; its own is that of all of them.
// Parameters: $user, $entity, $statuses, those of fact-asked and degrees-of
// Indexes: fact_subject, fact_object
CALL () {
  UNWIND $statuses AS status
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.subject_id = $entity AND f.status = status AND f.created_at IS NOT NULL
    AND <fact-asked>
  RETURN f
  UNION
  UNWIND $statuses AS status
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.object_id = $entity AND f.status = status AND f.created_at IS NOT NULL
    AND <fact-asked>
  RETURN f
}
<degrees-of>
