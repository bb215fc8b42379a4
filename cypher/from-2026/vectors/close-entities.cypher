// Purpose: the user's entities by cosine. Up to $exact vectors are compared one by one; of a larger user's the index gives
//   the $own nearest, compared anew: the user stands in the index.
// Parameters: $user, $tag, $vector, $size, $exact, $own, $limit, $statuses
// Indexes: entity_embedding, entity_vector
CYPHER 25
MATCH (u:User {id: $user})
CALL (u) {
  UNWIND CASE WHEN coalesce(u.vector_count, 0) <= $exact THEN [u.id] ELSE [] END AS small
  MATCH (n:Entity)
  USING INDEX SEEK n:Entity(user_id, embedding_tag)
  WHERE n.user_id = small AND n.embedding_tag = $tag AND n.embedding IS NOT NULL AND size(n.embedding) = $size
    AND n.status IN $statuses
  RETURN n
  UNION ALL
  WITH u WHERE u.vector_count > $exact
  MATCH (n:Entity)
  SEARCH n IN (
    VECTOR INDEX entity_vector FOR $vector
    WHERE n.user_id = $user AND n.embedding_tag = $tag AND n.status IN $statuses
    LIMIT $own
  )
  RETURN n
}
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
