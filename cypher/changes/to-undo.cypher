// Purpose: what one run did and nobody undid, newest first.
// Parameters: $user, $run_id, $n (before which), $limit
// Indexes: change_run
MATCH (c:Change)
USING INDEX SEEK c:Change(user_id, run_id, n)
WHERE c.user_id = $user AND c.run_id = $run_id AND c.n < $n AND c.actor <> 'undo' AND c.undone = 0
WITH c ORDER BY c.user_id DESC, c.run_id DESC, c.n DESC LIMIT $limit
RETURN c {<change>} AS row
