// Purpose: facts whose validity begins in a time, newest belief first.
// Parameters: $user, $statuses, $limit, those of fact-asked
// Indexes: fact_valid
MATCH (f:Fact)
WHERE f.user_id = $user AND f.valid_at >= coalesce($valid_from, '') AND f.valid_at < coalesce($valid_to, '\uFFFF')
  AND f.status IN $statuses
  AND <fact-asked>
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <fact-hit>
