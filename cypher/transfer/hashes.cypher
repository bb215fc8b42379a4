// Purpose: the hashes of one tombstone.
// Parameters: $user, $tombstone_id
// Indexes: tombstone_hash_of
MATCH (h:TombstoneHash)
WHERE h.user_id = $user AND h.tombstone_id = $tombstone_id
RETURN h.kind AS kind, h.hash AS hash, h.word_count AS wordCount
