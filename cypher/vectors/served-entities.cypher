// Purpose: entities by the cosine of the vector that still answers, though they have one of the next tag already.
// Parameters: $user, $tag, $vector, $size, $limit, $statuses
// Indexes: entity_served
MATCH (n:Entity)
USING INDEX SEEK n:Entity(user_id, served_tag)
WHERE n.user_id = $user AND n.served_tag = $tag AND n.served_embedding IS NOT NULL AND size(n.served_embedding) = $size
  AND n.status IN $statuses
WITH n, vector.similarity.cosine(n.served_embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
