// Purpose: the user's memories by cosine. Up to $exact vectors are compared one by one; of a larger user's the index gives
//   the $own nearest, compared anew: the user stands in the index.
// Parameters: $user, $tag, $vector, $size, $exact, $own, $limit; $statuses or $not
// Indexes: <name>_embedding, <name>_vector
CYPHER 25
MATCH (u:User {id: $user})
CALL (u) {
  UNWIND CASE WHEN coalesce(u.vector_count, 0) <= $exact THEN [u.id] ELSE [] END AS small
  MATCH (n:<Label>)
  USING INDEX SEEK n:<Label>(user_id, embedding_tag)
  WHERE n.user_id = small AND n.embedding_tag = $tag AND n.embedding IS NOT NULL AND size(n.embedding) = $size
    <chosen>
  RETURN n
  UNION ALL
  WITH u WHERE u.vector_count > $exact
  MATCH (n:<Label>)
  SEARCH n IN (
    VECTOR INDEX <name>_vector FOR $vector
    WHERE n.user_id = $user AND n.embedding_tag = $tag <indexed>
    LIMIT $own
  )
  <besides>
  RETURN n
}
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
