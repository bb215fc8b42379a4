// Purpose: the vectors of these memories; none for what has none of this tag.
// Parameters: $user, $tag, $ids
// Indexes: <name>_id
MATCH (n:<Label>)
WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag = $tag AND n.embedding IS NOT NULL
RETURN n.id AS id, n.embedding AS vector
