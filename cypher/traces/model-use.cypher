// Purpose: what the idle pass has spent on the model since then.
// Parameters: $user, $since
// Indexes: trace_time
MATCH (t:Trace) WHERE t.user_id = $user AND t.at >= $since AND NOT t.purpose IN ['reply', 'tools', 'extract']
RETURN count(t) AS calls, sum(t.prompt_tokens + t.completion_tokens) AS tokens, toFloat(sum(t.seconds)) AS seconds
