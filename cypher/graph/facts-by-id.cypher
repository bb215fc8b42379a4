// Purpose: facts with their evidence.
// Parameters: $user, $ids
// Indexes: fact_id
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN f {.n, .id, .subject_id, .predicate, .object_id, .value, .polarity, .text, .confidence, .base_confidence, .valid_at,
    .valid_precision, .invalid_at, .invalid_precision, .created_at, .expired_at, .status, .supersedes, .change,
    .origin} AS row,
  [(f)-[v:EVIDENCED_BY]->(p:Episode) | v {.position, .part, .span_start, .span_end, .quote, .asserted_by,
    .occurred_at, episode_id: p.id}] AS evidence
