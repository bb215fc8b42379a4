// Purpose: changes of facts and entities, oldest first, in slices.
// Parameters: $user, $kinds, $n (of the last one seen), $limit
// Indexes: change_recent
MATCH (c:Change)
WHERE c.user_id = $user AND c.n > $n AND c.kind IN $kinds
WITH c ORDER BY c.user_id, c.n LIMIT $limit
RETURN c.n AS n, c.id AS id, c.kind AS kind, c.before_json AS before_json, c.after_json AS after_json
