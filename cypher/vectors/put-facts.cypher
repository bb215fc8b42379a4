// Purpose: vectors of facts; null where there cannot be one.
// Parameters: $user, $tag, $rows [{id, vector}]
// Indexes: fact_id
UNWIND $rows AS row
MATCH (n:Fact {user_id: $user, id: row.id})
SET n.embedding = row.vector, n.embedding_tag = $tag
