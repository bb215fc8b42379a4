// Purpose: the user's memories by cosine. Up to $exact vectors are compared one by one; of a larger user's as many of the
//   nearest in the whole index as hold $own of the user's on average, at most $compared, compared anew: what stands before a
//   user's hit is of others, so these are the user's nearest. Fewer than $limit of a larger user: too many were.
// Parameters: $user, $tag, $vector, $size, $exact, $own, $compared, $limit; $statuses or $not
// Indexes: <name>_embedding, <name>_vector
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
  WITH 1.0 * (COUNT { (:Fact) } + COUNT { (:Entity) } + COUNT { (:Episode) }) / u.vector_count AS per_own
  WITH toInteger(CASE WHEN $own * per_own < $compared THEN ceil($own * per_own) ELSE $compared END) AS compared
  CALL db.index.vector.queryNodes('<name>_vector', compared, $vector) YIELD node AS n
  WHERE n.user_id = $user AND n.embedding_tag = $tag
    <chosen>
  RETURN n
}
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
