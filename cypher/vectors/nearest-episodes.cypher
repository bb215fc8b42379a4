// Purpose: episodes by cosine, each of the user's compared. `vector.similarity.cosine` is (1 + cosine) / 2, and one vector
//   of another length would make it fail for all.
// Parameters: $user, $tag, $vector, $size, $limit, $conversation_ids (null: any), $not, $from, $to
// Indexes: episode_embedding
MATCH (n:Episode)
USING INDEX SEEK n:Episode(user_id, embedding_tag)
WHERE n.user_id = $user AND n.embedding_tag = $tag AND n.embedding IS NOT NULL AND size(n.embedding) = $size
  AND NOT n.id IN $not
  AND ($conversation_ids IS NULL OR n.conversation_id IN $conversation_ids)
  AND n.occurred_at >= $from AND n.occurred_at < $to
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
