// Purpose: how often what was refused.
// Parameters: $user, $from, $to
// Indexes: rejection_time
MATCH (r:Rejection)
WHERE r.user_id = $user AND r.at >= $from AND r.at < $to
RETURN r.reason AS reason, r.stage AS stage, r.predicate AS predicate, r.origin AS origin,
  r.overruled_at IS NOT NULL AS overruled, substring(r.at, 0, 10) AS day, count(*) AS count
