// Purpose: vectors of memories; null where there cannot be one. One that still answers is kept beside it.
// Parameters: $user, $tag, $serving (null: none), $rows [{id, vector}]
// Indexes: <name>_id
UNWIND $rows AS row
MATCH (n:<Label> {user_id: $user, id: row.id})
SET n.served_embedding = CASE WHEN n.embedding_tag = $serving THEN n.embedding ELSE n.served_embedding END,
  n.served_tag = CASE WHEN n.embedding_tag = $serving AND n.embedding IS NOT NULL THEN $serving ELSE n.served_tag END
SET n.embedding = row.vector, n.embedding_tag = $tag
