// Purpose: a page of vectors of episodes by id; null where there cannot be one.
// Parameters: $user, $tag, $id (of the last one read), $limit
// Indexes: episode_id
MATCH (x:Episode)
USING INDEX x:Episode(user_id, id)
WHERE x.user_id = $user AND x.id > $id AND x.embedding_tag = $tag
WITH x ORDER BY x.user_id, x.id LIMIT $limit
RETURN x.id AS id, x.embedding AS vector
