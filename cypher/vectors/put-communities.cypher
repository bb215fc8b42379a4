// Purpose: vectors of topics; null where there cannot be one.
// Parameters: $user, $tag, $rows [{id, vector}]
// Indexes: community_id
UNWIND $rows AS row
MATCH (n:Community {user_id: $user, id: row.id})
SET n.embedding = row.vector, n.embedding_tag = $tag
