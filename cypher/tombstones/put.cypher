// Purpose: tombstones; their user remembers when something was last forgotten.
// Parameters: $user, $rows [{id, target, forgotten_at, subject_is_self}]
// Indexes: user_id, tombstone_id
MATCH (u:User {id: $user})
UNWIND $rows AS row
CREATE (t:Tombstone {user_id: $user, id: row.id, target: row.target, forgotten_at: row.forgotten_at,
  subject_is_self: row.subject_is_self})
WITH u, max(row.forgotten_at) AS last
SET u.forgotten_at = CASE WHEN u.forgotten_at IS NULL OR u.forgotten_at < last THEN last ELSE u.forgotten_at END
