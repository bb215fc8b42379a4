// Purpose: a page of vectors of topics by id; null where there cannot be one.
// Parameters: $user, $tag, $id (of the last one read), $limit
// Indexes: community_id
MATCH (x:Community)
USING INDEX x:Community(user_id, id)
WHERE x.user_id = $user AND x.id > $id AND x.embedding_tag = $tag
WITH x ORDER BY x.user_id, x.id LIMIT $limit
RETURN x.id AS id, x.embedding AS vector
