// Purpose: vectors of memories, of 32-bit numbers, which take half the time to read; null where there cannot be one. One that
//   still answers is kept beside it.
// Parameters: $user, $rows [{id, vector, tag, serving (null: none)}]
// Indexes: <name>_id
UNWIND $rows AS row
MATCH (n:<Label> {user_id: $user, id: row.id})
SET n.served_embedding = CASE WHEN n.embedding_tag = row.serving THEN n.embedding ELSE n.served_embedding END,
  n.served_tag = CASE WHEN n.embedding_tag = row.serving AND n.embedding IS NOT NULL THEN row.serving ELSE n.served_tag END
SET n.embedding = null, n.embedding_tag = row.tag
WITH n, row WHERE row.vector IS NOT NULL
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
