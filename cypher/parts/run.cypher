// Purpose: columns of a run.
.id, .user_id, .job, .state, .dry_run, .started_at, .finished_at, .result, .error
