// Purpose: row numbers of what changes deleted, with those changes.
// Parameters: $user, $kind (entity, fact), $n (the last one read), $limit
// Indexes: change_place
MATCH (c:Change)
USING INDEX SEEK c:Change(user_id, kind, target_n)
WHERE c.user_id = $user AND c.kind = $kind AND c.target_n > $n
WITH c.target_n AS n, collect(c.id) AS changes ORDER BY n LIMIT $limit
RETURN n, changes
