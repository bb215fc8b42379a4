// Purpose: what models said about these episodes.
// Parameters: $user, $ids
// Indexes: trace_purpose
MATCH (t:Trace) WHERE t.user_id = $user AND t.episode_id IN $ids AND t.purpose IS NOT NULL
WITH t ORDER BY t.at, t.purpose
RETURN t {<trace>} AS row
