// Purpose: a page of questions, newest first.
// Parameters: $user, $kind (null: any), $n (of the last one shown), $limit
// Indexes: review_recent
MATCH (r:Review)
WHERE r.user_id = $user AND r.n < $n AND ($kind IS NULL OR r.kind = $kind)
WITH r ORDER BY r.user_id DESC, r.n DESC LIMIT $limit
RETURN r {<review>} AS row
