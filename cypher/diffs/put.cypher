// Purpose: what a dry run would change.
// Parameters: $user, $run_id, $steps (JSON)
// Indexes: run_diff_run
MERGE (d:RunDiff {user_id: $user, run_id: $run_id}) SET d.steps = $steps
