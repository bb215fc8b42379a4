// Purpose: deletes links.
// Parameters: $user, $ids
// Indexes: link_id
UNWIND $ids AS id
MATCH (l:Link {user_id: $user, id: id})
DELETE l
RETURN count(*) AS count
