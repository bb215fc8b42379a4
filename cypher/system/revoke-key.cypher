// Purpose: revokes a key once; no row when there is none, or it was revoked.
// Parameters: $id, $at
// Indexes: api_key_id
MATCH (k:ApiKey {id: $id})
SET k.lock = true
WITH k WHERE k.revoked_at IS NULL
SET k.revoked_at = $at
RETURN k.id AS id
