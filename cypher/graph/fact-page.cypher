// Purpose: a page of facts, newest belief first: the newest of each status, from the index.
// Parameters: $user, $statuses, $created_at, $n (of the last one shown), $limit, those of fact-asked
// Indexes: fact_status
UNWIND $statuses AS status
CALL (status) {
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.status = status AND f.created_at <= $created_at
    AND CASE WHEN f.created_at = $created_at THEN f.n < $n ELSE true END
    AND <fact-asked>
  RETURN f ORDER BY f.user_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN {row: f {<fact>}, evidence: <evidence-of-fact>} AS row
