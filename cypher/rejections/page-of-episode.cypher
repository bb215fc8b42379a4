// Purpose: a page of what was refused of one episode, newest first.
// Parameters: $user, $episode_id, $reason, $stage, $from, $to (null: any), $n (of the last one shown), $limit
// Indexes: rejection_episode
MATCH (r:Rejection)
WHERE r.user_id = $user AND r.episode_id = $episode_id AND r.n < $n
  AND ($reason IS NULL OR r.reason = $reason) AND ($stage IS NULL OR r.stage = $stage)
  AND ($from IS NULL OR r.at >= $from) AND ($to IS NULL OR r.at < $to)
WITH r ORDER BY r.n DESC LIMIT $limit
RETURN r {<rejection>} AS row
