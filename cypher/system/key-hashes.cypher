// Purpose: hashes of what was forgotten, as a key makes them.
// Parameters: $rows [{id, hash}]
// Indexes: none
UNWIND $rows AS row
MATCH (h:TombstoneHash) WHERE elementId(h) = row.id
SET h.hash = row.hash
