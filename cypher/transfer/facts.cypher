// Purpose: a page of facts with their evidence, in the order of their making.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: fact_number
MATCH (f:Fact)
USING INDEX f:Fact(user_id, n)
WHERE f.user_id = $user AND f.n > $n
WITH f ORDER BY f.user_id, f.n LIMIT $limit
RETURN f {.n, .id, .subject_id, .predicate, .object_id, .value, .polarity, .text, .confidence, .base_confidence, .valid_at,
    .valid_precision, .invalid_at, .invalid_precision, .created_at, .expired_at, .status, .supersedes, .change,
    .origin} AS row,
  [(f)-[v:EVIDENCED_BY]->(p:Episode) | v {.position, .part, .span_start, .span_end, .quote, .asserted_by,
    .occurred_at, episode_id: p.id}] AS evidence
