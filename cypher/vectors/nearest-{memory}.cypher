// Purpose: memories by cosine, each of the user's compared. `vector.similarity.cosine` is (1 + cosine) / 2, and one vector
//   of another length would make it fail for all.
// Parameters: $user, $tag, $vector, $size, $limit; $statuses, or $conversation_ids (null: any), $not, $from, $to
// Indexes: <name>_embedding
MATCH (n:<Label>)
USING INDEX SEEK n:<Label>(user_id, embedding_tag)
WHERE n.user_id = $user AND n.embedding_tag = $tag AND n.embedding IS NOT NULL AND size(n.embedding) = $size
  <asked>
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
