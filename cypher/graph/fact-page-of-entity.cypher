// Purpose: a page of the facts about an entity, newest belief first, from the index.
// Parameters: $user, $subjects, $objects (the entity), $statuses, $created_at, $n (of the last one shown), $limit, those of fact-asked
// Indexes: fact_subject, fact_object
CALL () {
  UNWIND $subjects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status = status AND f.created_at <= $created_at
      AND CASE WHEN f.created_at = $created_at THEN f.n < $n ELSE true END
      AND <fact-asked>
    RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
  UNION
  UNWIND $objects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status = status AND f.created_at <= $created_at
      AND CASE WHEN f.created_at = $created_at THEN f.n < $n ELSE true END
      AND <fact-asked>
    RETURN f ORDER BY f.user_id DESC, f.object_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN {row: f {<fact>}, evidence: <evidence-of-fact>} AS row
