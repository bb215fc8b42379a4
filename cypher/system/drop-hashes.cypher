// Purpose: gives up all hashes of a key that is lost.
// Parameters: none
// Indexes: none
CALL () {
  MATCH (h:TombstoneHash)
  DELETE h
}
MATCH (e:Episode) WHERE e.chain_hash IS NOT NULL
REMOVE e.chain_hash
