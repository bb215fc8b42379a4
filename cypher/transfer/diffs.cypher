// Purpose: a page of plans of dry runs, by run.
// Parameters: $user, $run_id (of the last one read), $limit
// Indexes: run_diff_run
MATCH (d:RunDiff)
WHERE d.user_id = $user AND d.run_id > $run_id
WITH d ORDER BY d.user_id, d.run_id LIMIT $limit
RETURN d {.run_id, .steps} AS row
