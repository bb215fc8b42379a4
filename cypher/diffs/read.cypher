// Purpose: what a dry run would change.
// Parameters: $user, $run_id
// Indexes: run_diff_run
MATCH (d:RunDiff {user_id: $user, run_id: $run_id}) RETURN d.steps AS steps
