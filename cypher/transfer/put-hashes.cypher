// Purpose: hashes of tombstones that are not there.
// Parameters: $user, $rows [{i, tombstone_id, kind, hash, word_count}]
// Indexes: tombstone_id, tombstone_hash
UNWIND $rows AS row
MATCH (t:Tombstone {user_id: $user, id: row.tombstone_id})
MERGE (h:TombstoneHash {user_id: $user, kind: row.kind, hash: row.hash, tombstone_id: row.tombstone_id})
ON CREATE SET h.is_new = true,
  h.word_count = row.word_count, h.forgotten_at = t.forgotten_at, h.subject_is_self = t.subject_is_self
WITH h, row, h.is_new IS NOT NULL AS added
REMOVE h.is_new
RETURN row.i AS i, added
