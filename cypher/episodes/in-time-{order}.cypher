// Purpose: episodes that occurred in [$from, $to), newest or oldest first.
// Parameters: $user, $from, $to, $limit, those of episode-asked
// Indexes: episode_time
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, occurred_at, n)
WHERE e.user_id = $user AND e.occurred_at >= $from AND e.occurred_at < $to AND e.n IS NOT NULL
  AND <episode-asked>
WITH e ORDER BY e.user_id <DESC>, e.occurred_at <DESC>, e.n <DESC> LIMIT $limit
RETURN e {<episode>} AS row
