// Purpose: a page of changes, newest first.
// Parameters: $user, $n (of the last one shown), $limit
// Indexes: change_recent
MATCH (c:Change)
WHERE c.user_id = $user AND c.n < $n
WITH c ORDER BY c.user_id DESC, c.n DESC LIMIT $limit
RETURN c {<change>} AS row
