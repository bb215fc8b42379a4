// Purpose: changes of facts and entities, oldest first, in slices.
// Parameters: $user, $kinds, $n (of the last one seen), $limit
// Indexes: change_recent
MATCH (c:Change)
WHERE c.user_id = $user AND c.n > $n AND c.kind IN $kinds
WITH c ORDER BY c.user_id, c.n LIMIT $limit
RETURN c {.n, .id, .kind, .before_json, .after_json} AS row
