// Purpose: topics by id.
// Parameters: $user, $ids
// Indexes: community_id
UNWIND $ids AS id
MATCH (c:Community {user_id: $user, id: id})
RETURN c {<community>} AS row
