// Purpose: hashes of forgotten content, each once per tombstone.
// Parameters: $user, $rows [{kind, hash, tombstone_id, word_count, forgotten_at, subject_is_self}]
// Indexes: tombstone_hash
UNWIND $rows AS row
MERGE (h:TombstoneHash {user_id: $user, kind: row.kind, hash: row.hash, tombstone_id: row.tombstone_id})
ON CREATE SET h.word_count = row.word_count, h.forgotten_at = row.forgotten_at,
  h.subject_is_self = row.subject_is_self
