// Purpose: hashes of what was forgotten after a time, and of these whole messages whenever it was.
// Parameters: $user, $after, $messages (hashes)
// Indexes: tombstone_hash_time, tombstone_hash
MATCH (h:TombstoneHash)
WHERE h.user_id = $user AND h.kind IN ['pair', 'run', 'term', 'subject', 'name'] AND h.forgotten_at > $after
RETURN h.kind AS kind, h.hash AS hash, h.tombstone_id AS tombstoneId, h.word_count AS wordCount,
  h.forgotten_at AS forgottenAt, h.subject_is_self AS subjectIsSelf
UNION ALL
MATCH (h:TombstoneHash)
WHERE h.user_id = $user AND h.kind = 'message' AND h.hash IN $messages AND h.tombstone_id IS NOT NULL
RETURN h.kind AS kind, h.hash AS hash, h.tombstone_id AS tombstoneId, h.word_count AS wordCount,
  h.forgotten_at AS forgottenAt, h.subject_is_self AS subjectIsSelf
