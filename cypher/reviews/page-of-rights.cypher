// Purpose: a page of the questions whose right side is one of these, newest first.
// Parameters: $user, $rights, $state, $kind (null: any), $n (of the last one shown), $limit
// Indexes: review_right
MATCH (r:Review)
WHERE r.user_id = $user AND r.right_id IN $rights AND r.n < $n
  AND ($state IS NULL OR r.state = $state) AND ($kind IS NULL OR r.kind = $kind)
WITH r ORDER BY r.n DESC LIMIT $limit
RETURN r {<review>} AS row
