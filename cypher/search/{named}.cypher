// Purpose: facts, entities or topics by their words, the best first.
// Parameters: $user, $query (Lucene, with the user's key), $fetched, $all (leave out what does not fit), $limit,
//   $statuses (of facts and entities)
// Indexes: <name>_text
CALL db.index.fulltext.queryNodes('<name>_text', $query, {limit: $fetched}) YIELD node AS f, score
WITH f, score, f.user_id = $user <chosen> AND score > 0 AS stays
WHERE stays OR NOT $all
RETURN CASE WHEN stays THEN f.id END AS id, score, null AS speaker
ORDER BY score DESC, f.<newest> DESC LIMIT $limit
