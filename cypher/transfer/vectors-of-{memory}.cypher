// Purpose: a page of vectors of memories by id; null where there cannot be one.
// Parameters: $user, $tag, $id (of the last one read), $limit
// Indexes: <name>_id
MATCH (x:<Label>)
USING INDEX x:<Label>(user_id, id)
WHERE x.user_id = $user AND x.id > $id AND x.embedding_tag = $tag
WITH x ORDER BY x.user_id, x.id LIMIT $limit
RETURN x.id AS id, x.embedding AS vector
