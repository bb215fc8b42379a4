// Purpose: facts about entities, newest belief first: the newest of each entity and status, from the index; all of them, or a
//   page of those about one.
// Parameters: $user, $subjects, $objects (entity ids), $statuses, $limit, those of fact-asked; of a page $created_at, $n (of
//   the last one shown)
// Indexes: fact_subject, fact_object
CALL () {
  UNWIND $subjects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.subject_id = end AND f.status = status AND f.created_at <made>
      AND <fact-asked>
    RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
  UNION
  UNWIND $objects AS end
  UNWIND $statuses AS status
  CALL (end, status) {
    MATCH (f:Fact)
    WHERE f.user_id = $user AND f.object_id = end AND f.status = status AND f.created_at <made>
      AND <fact-asked>
    RETURN f ORDER BY f.user_id DESC, f.object_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
  }
  RETURN f
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <hit>
