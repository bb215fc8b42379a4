// Purpose: traces go when words of their episode change: they may repeat them.
// Parameters: $user, $ids
// Indexes: trace_purpose
MATCH (t:Trace) WHERE t.user_id = $user AND t.episode_id IN $ids AND t.purpose IS NOT NULL
DELETE t
