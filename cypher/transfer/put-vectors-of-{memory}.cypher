// Purpose: vectors of memories that wait for one.
// Parameters: $user, $tag, $rows [{i, id, vector}]
// Indexes: <name>_id
UNWIND $rows AS row
MATCH (x:<Label> {user_id: $user, id: row.id})
WITH x, row, coalesce(x.embedding_tag <> $tag, false) AS added
CALL (x, row, added) {
  WITH x, row WHERE added
  SET x.embedding = null, x.embedding_tag = $tag
  WITH x, row WHERE row.vector IS NOT NULL
  CALL db.create.setNodeVectorProperty(x, 'embedding', row.vector)
}
RETURN row.i AS i, added
