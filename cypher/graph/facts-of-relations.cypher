// Purpose: what entities have of these relations, newest belief first: the newest of each entity and relation, from the index.
// Parameters: $user, $subjects (entity ids), $statuses, $limit, those of fact-asked
// Indexes: fact_relation
UNWIND $subjects AS end
UNWIND $predicates AS predicate
CALL (end, predicate) {
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.subject_id = end AND f.predicate = predicate AND f.created_at IS NOT NULL
    AND f.status IN $statuses AND <fact-asked>
  RETURN f ORDER BY f.user_id DESC, f.subject_id DESC, f.predicate DESC, f.created_at DESC, f.n DESC LIMIT $limit
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <fact-hit>
