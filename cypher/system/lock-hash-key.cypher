// Purpose: which key the hashes were made with; null: none yet. Others wait until this transaction is over.
// Parameters: none
// Indexes: hash_key_name
MERGE (k:HashKey {name: 'hash-key'})
SET k.lock = true
RETURN k.id AS id
