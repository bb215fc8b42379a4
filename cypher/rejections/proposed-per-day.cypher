// Purpose: how many facts were proposed, by day.
// Parameters: $user, $from, $to
// Indexes: fact_recent
MATCH (f:Fact)
WHERE f.user_id = $user AND f.created_at >= $from AND f.created_at < $to AND f.n IS NOT NULL AND f.origin IS NOT NULL
RETURN substring(f.created_at, 0, 10) AS day, count(*) AS count
