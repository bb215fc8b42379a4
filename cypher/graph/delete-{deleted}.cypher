// Purpose: deletes rows of one kind with their relationships; those of facts between entities go by `drop-edges`.
// Parameters: $user, $ids
// Indexes: that of the id
UNWIND $ids AS id
MATCH (x:<Label> {user_id: $user, id: id})
DETACH DELETE x
RETURN count(*) AS count
