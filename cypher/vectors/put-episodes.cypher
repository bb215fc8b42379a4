// Purpose: vectors of episodes; null where there cannot be one.
// Parameters: $user, $tag, $rows [{id, vector}]
// Indexes: episode_id
UNWIND $rows AS row
MATCH (n:Episode {user_id: $user, id: row.id})
SET n.embedding = row.vector, n.embedding_tag = $tag
