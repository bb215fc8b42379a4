// Purpose: runs that are under way over all users, oldest first.
// Parameters: $limit
// Indexes: run_state
MATCH (r:Run) WHERE r.state = 'running'
WITH r ORDER BY r.started_at, r.n LIMIT $limit
RETURN r {<run>} AS row
