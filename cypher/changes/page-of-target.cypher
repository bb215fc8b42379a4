// Purpose: a page of what happened to one fact or entity, newest first.
// Parameters: $user, $target_id, $run_id (null: any), $n (of the last one shown), $limit
// Indexes: change_target
MATCH (c:Change)
WHERE c.user_id = $user AND c.target_id = $target_id AND c.n < $n AND ($run_id IS NULL OR c.run_id = $run_id)
WITH c ORDER BY c.user_id DESC, c.target_id DESC, c.n DESC LIMIT $limit
RETURN c {<change>} AS row
