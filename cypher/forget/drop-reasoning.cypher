// Purpose: takes the reasoning out of traces; what was voted stays.
// Parameters: $user, $rows [{episode_id, purpose}]
// Indexes: trace_purpose
UNWIND $rows AS row
MATCH (t:Trace {user_id: $user, episode_id: row.episode_id, purpose: row.purpose})
REMOVE t.reasoning
