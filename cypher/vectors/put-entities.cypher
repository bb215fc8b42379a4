// Purpose: vectors of entities; null where there cannot be one.
// Parameters: $user, $tag, $rows [{id, vector}]
// Indexes: entity_id
UNWIND $rows AS row
MATCH (n:Entity {user_id: $user, id: row.id})
SET n.embedding = row.vector, n.embedding_tag = $tag
