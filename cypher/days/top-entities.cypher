// Purpose: who and what the turns recorded in a time mention most; neither the self nor what was merged.
// Parameters: $user, $from, $to, $limit
// Indexes: episode_recorded
MATCH (e:Episode)
USING INDEX e:Episode(user_id, recorded_at)
WHERE e.user_id = $user AND e.recorded_at >= $from AND e.recorded_at < $to
MATCH (e)-[:MENTIONS]->(x)
WHERE x.merged_into IS NULL AND x.is_self = 0
RETURN x.id AS id, count(*) AS mentions ORDER BY mentions DESC, id LIMIT $limit
