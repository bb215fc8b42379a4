// Purpose: a page of the links with one of these memories at either end, newest first.
// Parameters: $user, $ends, $type (null: any), $now, $created_at, $id (of the last one shown), $limit
// Indexes: link_from, link_to
UNWIND $ends AS end
CALL (end) {
  MATCH (l:Link) WHERE l.user_id = $user AND l.from_id = end RETURN l
  UNION
  MATCH (l:Link) WHERE l.user_id = $user AND l.to_id = end RETURN l
}
WITH DISTINCT l
WHERE (l.created_at < $created_at OR (l.created_at = $created_at AND l.id < $id))
  AND ($type IS NULL OR l.type = $type) AND (l.expires_at IS NULL OR l.expires_at > $now)
WITH l ORDER BY l.created_at DESC, l.id DESC LIMIT $limit
RETURN l {<link>} AS row
