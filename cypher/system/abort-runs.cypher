// Purpose: runs that a dead process left running.
// Parameters: $at
// Indexes: run_state
MATCH (r:Run) WHERE r.state = 'running'
SET r.state = 'aborted', r.finished_at = $at
RETURN count(r) AS count
