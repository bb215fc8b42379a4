// Purpose: a page of topics, newest first.
// Parameters: $user, $id (of the last one shown), $limit
// Indexes: community_id
MATCH (c:Community)
USING INDEX c:Community(user_id, id)
WHERE c.user_id = $user AND c.id < $id
WITH c ORDER BY c.user_id DESC, c.id DESC LIMIT $limit
RETURN c {<community>} AS row
