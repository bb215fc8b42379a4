// Purpose: a page of refusals, newest first.
// Parameters: $user, $reason, $stage, $from, $to (null: any), $n (of the last one shown), $limit
// Indexes: rejection_recent
MATCH (r:Rejection)
WHERE r.user_id = $user AND r.n < $n
  AND ($reason IS NULL OR r.reason = $reason) AND ($stage IS NULL OR r.stage = $stage)
  AND ($from IS NULL OR r.at >= $from) AND ($to IS NULL OR r.at < $to)
WITH r ORDER BY r.user_id DESC, r.n DESC LIMIT $limit
RETURN r {<rejection>} AS row
