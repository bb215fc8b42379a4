// Purpose: facts of some statuses, newest belief first: the newest of each status, from the index; all of them, or a page.
// Parameters: $user, $statuses, $limit, those of fact-asked; of a page $created_at, $n (of the last one shown)
// Indexes: fact_status
UNWIND $statuses AS status
CALL (status) {
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.status = status AND f.created_at <made>
    AND <fact-asked>
  RETURN f ORDER BY f.user_id DESC, f.status DESC, f.created_at DESC, f.n DESC LIMIT $limit
}
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <hit>
