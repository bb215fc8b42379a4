// Purpose: an API key, made or overwritten.
// Parameters: $id, $set
// Indexes: api_key_id
MERGE (k:ApiKey {id: $id}) SET k += $set
