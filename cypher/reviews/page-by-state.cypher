// Purpose: a page of questions in one state, newest first.
// Parameters: $user, $state, $kinds, $n (of the last one shown), $limit
// Indexes: review_state
MATCH (r:Review)
WHERE r.user_id = $user AND r.state = $state AND r.kind IN $kinds AND r.n < $n
WITH r ORDER BY r.n DESC LIMIT $limit
RETURN r {<review>} AS row
