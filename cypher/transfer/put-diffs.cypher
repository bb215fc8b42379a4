// Purpose: plans of dry runs that are not there.
// Parameters: $user, $rows [{i, run_id, steps}]
// Indexes: run_diff_run
UNWIND $rows AS row
MERGE (d:RunDiff {user_id: $user, run_id: row.run_id})
ON CREATE SET d.is_new = true, d.steps = row.steps
WITH d, row, d.is_new IS NOT NULL AS added
REMOVE d.is_new
RETURN row.i AS i, added
