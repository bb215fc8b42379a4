// Purpose: memories that have no vector of this tag, newest first, with what it is made from.
// Parameters: $user, $tag, $limit
// Indexes: <name>_embedding
CALL () {
  MATCH (n:<Label>) WHERE n.user_id = $user AND n.embedding_tag < $tag
  RETURN n ORDER BY n.id DESC LIMIT $limit
  UNION ALL
  MATCH (n:<Label>) WHERE n.user_id = $user AND n.embedding_tag > $tag
  RETURN n ORDER BY n.id DESC LIMIT $limit
}
WITH n ORDER BY n.id DESC LIMIT $limit
RETURN n {.id, <words>} AS row
