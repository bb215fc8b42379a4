// Purpose: memories by the cosine of the vector that still answers, though they have one of the next tag already.
// Parameters: $user, $tag, $vector, $size, $limit; $statuses, or $conversation_ids (null: any), $not, $from, $to
// Indexes: <name>_served
MATCH (n:<Label>)
USING INDEX SEEK n:<Label>(user_id, served_tag)
WHERE n.user_id = $user AND n.served_tag = $tag AND n.served_embedding IS NOT NULL AND size(n.served_embedding) = $size
  <asked>
WITH n, vector.similarity.cosine(n.served_embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
