// Purpose: a page of facts in another order than that of their making: all that are meant are sorted.
// Parameters: $user, $entities (null: of any), $statuses, $sort, $key, $n (of the last one shown), $limit, those of fact-asked
// Indexes: fact_status
MATCH (f:Fact)
WHERE f.user_id = $user AND f.status IN $statuses AND f.created_at IS NOT NULL
  AND ($entities IS NULL OR f.subject_id IN $entities OR f.object_id IN $entities)
  AND <fact-asked>
WITH f, CASE $sort WHEN 'valid' THEN coalesce(f.valid_at, '') WHEN 'confidence' THEN f.confidence
  WHEN 'predicate' THEN f.predicate ELSE f.created_at END AS key
WHERE key <past> $key OR (key = $key AND f.n <past> $n)
WITH f, key ORDER BY key <DESC>, f.n <DESC> LIMIT $limit
RETURN {row: f {<fact>}, key: key, n: f.n, evidence: <evidence-of-fact>} AS row
