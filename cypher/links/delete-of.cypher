// Purpose: deletes the links with one of these memories at either end.
// Parameters: $user, $ids
// Indexes: link_from, link_to
UNWIND $ids AS id
CALL (id) {
  MATCH (l:Link) WHERE l.user_id = $user AND l.from_id = id RETURN l
  UNION
  MATCH (l:Link) WHERE l.user_id = $user AND l.to_id = id RETURN l
}
WITH DISTINCT l
DELETE l
