// Purpose: a page of tombstones by id.
// Parameters: $user, $id (of the last one read), $limit
// Indexes: tombstone_id
MATCH (t:Tombstone)
WHERE t.user_id = $user AND t.id > $id
WITH t ORDER BY t.user_id, t.id LIMIT $limit
RETURN t {.id, .target, .forgotten_at, .subject_is_self} AS row
