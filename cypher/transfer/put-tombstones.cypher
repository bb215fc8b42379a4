// Purpose: tombstones that are not there; their user remembers when something was last forgotten.
// Parameters: $user, $rows [{i, id, set}]
// Indexes: user_id, tombstone_id
MATCH (u:User {id: $user})
UNWIND $rows AS row
MERGE (t:Tombstone {user_id: $user, id: row.id})
ON CREATE SET t.is_new = true, t += row.set
SET u.forgotten_at = CASE
  WHEN u.forgotten_at IS NULL OR u.forgotten_at < row.set.forgotten_at THEN row.set.forgotten_at ELSE u.forgotten_at END
WITH t, row, t.is_new IS NOT NULL AS added
REMOVE t.is_new
RETURN row.i AS i, added
