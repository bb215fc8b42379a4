// Purpose: changes that were undone.
// Parameters: $user, $ids
// Indexes: change_id
UNWIND $ids AS id
MATCH (c:Change {user_id: $user, id: id})
SET c.undone = 1
