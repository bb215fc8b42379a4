// Purpose: a page of questions in one state, newest first.
// Parameters: $user, $state, $kind (null: any), $n (of the last one shown), $limit
// Indexes: review_state
MATCH (r:Review)
WHERE r.user_id = $user AND r.state = $state AND r.kind IN CASE WHEN $kind IS NULL THEN <review-kinds> ELSE [$kind] END AND r.n < $n
WITH r ORDER BY r.n DESC LIMIT $limit
RETURN r {<review>} AS row
