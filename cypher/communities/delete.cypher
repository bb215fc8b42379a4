// Purpose: deletes topics.
// Parameters: $user, $ids
// Indexes: community_id
UNWIND $ids AS id
MATCH (c:Community {user_id: $user, id: id})
DETACH DELETE c
