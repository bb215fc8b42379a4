// Purpose: refusals that a run overruled stand again.
// Parameters: $user, $run_id
// Indexes: rejection_run
MATCH (r:Rejection {user_id: $user, overruled_run: $run_id})
REMOVE r.overruled_at, r.overruled_run, r.overruled_fact
