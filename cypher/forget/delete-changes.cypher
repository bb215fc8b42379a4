// Purpose: deletes changes.
// Parameters: $user, $ids
// Indexes: change_id
UNWIND $ids AS id
MATCH (c:Change {user_id: $user, id: id})
DELETE c
RETURN count(*) AS count
