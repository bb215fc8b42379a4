// Purpose: vectors of memories that wait for one.
// Parameters: $user, $tag, $rows [{i, id, vector}]
// Indexes: <name>_id
UNWIND $rows AS row
MATCH (x:<Label> {user_id: $user, id: row.id})
WITH x, row, coalesce(x.embedding_tag <> $tag, false) AS added
FOREACH (_ IN CASE WHEN added THEN [1] ELSE [] END |
  SET x.embedding = row.vector, x.embedding_tag = $tag)
RETURN row.i AS i, added
