// Purpose: all hashes of what was forgotten, once, when they get their key.
// Parameters: none
// Indexes: none
MATCH (h:TombstoneHash)
RETURN elementId(h) AS id, h.hash AS hash
