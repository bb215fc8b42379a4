// Purpose: removes a key or a session; no row when there is none.
// Parameters: $id
// Indexes: api_key_id
MATCH (k:ApiKey {id: $id})
WITH k, k.id AS id
DELETE k
RETURN id
