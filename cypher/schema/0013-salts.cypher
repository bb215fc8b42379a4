// Purpose: what was a user's key of hashes is only their salt; turns lose the hashes of words that no key made.
// Parameters: none
// Indexes: hash_key_name
CREATE CONSTRAINT hash_key_name IF NOT EXISTS FOR (k:HashKey) REQUIRE k.name IS UNIQUE;
MATCH (u:User) WHERE u.hmac_key IS NOT NULL
SET u.salt = u.hmac_key
REMOVE u.hmac_key;
MATCH (e:Episode) WHERE e.chain_hash IS NOT NULL
CALL (e) {
  REMOVE e.chain_hash
} IN TRANSACTIONS OF 5000 ROWS;
