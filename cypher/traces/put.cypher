// Purpose: what a model said about an episode; the last word of its purpose stays.
// Parameters: $user, $rows [{episode_id, purpose, set}]
// Indexes: trace_purpose
UNWIND $rows AS row
MERGE (t:Trace {user_id: $user, episode_id: row.episode_id, purpose: row.purpose})
SET t += row.set
