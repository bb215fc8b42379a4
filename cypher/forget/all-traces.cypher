// Purpose: everything a user has: traces.
// Parameters: $user
// Indexes: trace_time
MATCH (x:Trace)
WHERE x.user_id = $user AND x.at IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
