// Purpose: memories by cosine, each of the user's compared; `served`: by the vector that still answers, though they have
//   one of the next tag already. `vector.similarity.cosine` is (1 + cosine) / 2, and one vector of another length would
//   make it fail for all.
// Parameters: $user, $tag, $vector, $size, $limit; $statuses, or $conversation_ids (null: any), $not, $from, $to
// Indexes: <name>_embedding, <name>_served
MATCH (n:<Label>)
USING INDEX SEEK n:<Label>(user_id, <tag>)
WHERE n.user_id = $user AND n.<tag> = $tag AND n.<vector> IS NOT NULL AND size(n.<vector>) = $size
  <asked>
WITH n, vector.similarity.cosine(n.<vector>, $vector) AS similarity
ORDER BY similarity DESC, n.id LIMIT $limit
RETURN n.id AS id, 2 * similarity - 1 AS score
