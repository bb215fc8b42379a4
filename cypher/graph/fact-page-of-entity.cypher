// Purpose: a page of the facts about an entity, newest belief first.
// Parameters: $user, $subjects, $objects (the entity), $statuses, $created_at, $n (of the last one shown), $limit
// Indexes: fact_subject, fact_object
CALL () {
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.subject_id IN $subjects AND f.status IN $statuses
  RETURN f
  UNION
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.object_id IN $objects AND f.status IN $statuses
  RETURN f
}
WITH f
WHERE f.created_at < $created_at OR (f.created_at = $created_at AND f.n < $n)
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN {row: f {.n, .id, .subject_id, .predicate, .object_id, .value, .polarity, .text, .confidence, .valid_at,
    .valid_precision, .invalid_at, .invalid_precision, .created_at, .expired_at, .status, .supersedes, .change,
    .origin},
  evidence: [(f)-[v:EVIDENCED_BY]->(p:Episode) | v {.position, .part, .span_start, .span_end, .quote, .asserted_by,
    .occurred_at, episode_id: p.id}]} AS row
