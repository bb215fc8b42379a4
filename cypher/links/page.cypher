// Purpose: a page of links, newest first.
// Parameters: $user, $type (null: any), $now, $created_at, $id (of the last one shown), $limit
// Indexes: link_time
MATCH (l:Link)
WHERE l.user_id = $user AND l.created_at <= $created_at
  AND (l.created_at < $created_at OR l.id < $id)
  AND ($type IS NULL OR l.type = $type) AND (l.expires_at IS NULL OR l.expires_at > $now)
WITH l ORDER BY l.user_id DESC, l.created_at DESC, l.id DESC LIMIT $limit
RETURN l {<link>} AS row
