// Purpose: one run.
// Parameters: $id
// Indexes: run_id
MATCH (r:Run {id: $id})
RETURN r {.id, .user_id, .job, .state, .dry_run, .started_at, .finished_at, .result, .error} AS row
