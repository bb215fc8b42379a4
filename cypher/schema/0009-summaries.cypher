// Purpose: the turns that a summary stands for.
// Parameters: none
// Indexes: episode_summed_up
CREATE INDEX episode_summed_up IF NOT EXISTS FOR (e:Episode) ON (e.user_id, e.consolidated_into);
