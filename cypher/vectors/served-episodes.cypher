// Purpose: episodes by the cosine of the vector that still answers, though they have one of the next tag already.
// Parameters: $user, $tag, $vector, $size, $limit, $conversation_ids (null: any), $not, $from, $to
// Indexes: episode_served
MATCH (n:Episode)
USING INDEX SEEK n:Episode(user_id, served_tag)
WHERE n.user_id = $user AND n.served_tag = $tag AND n.served_embedding IS NOT NULL AND size(n.served_embedding) = $size
  AND NOT n.id IN $not
  AND ($conversation_ids IS NULL OR n.conversation_id IN $conversation_ids)
  AND n.occurred_at >= $from AND n.occurred_at < $to
WITH n, vector.similarity.cosine(n.served_embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
