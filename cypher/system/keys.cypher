// Purpose: all API keys.
// Parameters: none
// Indexes: api_key_id
MATCH (k:ApiKey) WHERE k.id IS NOT NULL
WITH k ORDER BY k.created_at, k.id
RETURN k {.id, .user_id, .hash, .rights, .created_at, .revoked_at, .session} AS row
