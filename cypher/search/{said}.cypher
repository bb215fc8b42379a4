// Purpose: episodes by what was said or answered, the best first.
// Parameters: $user, $query (Lucene, with the user's key), $fetched, $all (leave out what does not fit), $limit,
//   $conversation_ids (null: any), $not, $from, $to
// Indexes: <index>
CALL db.index.fulltext.queryNodes('<index>', $query, {limit: $fetched}) YIELD node AS e, score
WITH e, score, e.user_id = $user AND score > 0 AND NOT e.id IN $not
  AND ($conversation_ids IS NULL OR e.conversation_id IN $conversation_ids)
  AND e.occurred_at >= $from AND e.occurred_at < $to AS stays
WHERE stays OR NOT $all
RETURN CASE WHEN stays THEN e.id END AS id, score, <speaker> AS speaker
ORDER BY score DESC, e.n DESC LIMIT $limit
