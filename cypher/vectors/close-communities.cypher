// Purpose: of the $compared topics nearest in the whole index, the user's, compared anew: what stands before a user's
//   hit is of others, so these are the user's nearest. Fewer than $limit: too many were.
// Parameters: $user, $tag, $vector, $size, $compared, $limit
// Indexes: community_vector
CALL db.index.vector.queryNodes('community_vector', $compared, $vector) YIELD node AS n
WHERE n.user_id = $user AND n.embedding_tag = $tag AND size(n.embedding) = $size
WITH n, vector.similarity.cosine(n.embedding, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
