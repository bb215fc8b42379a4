// Purpose: which key the hashes are made with from now on.
// Parameters: $id
// Indexes: hash_key_name
MATCH (k:HashKey {name: 'hash-key'})
SET k.id = $id
