// Purpose: episodes that asked something of the memory.
// Parameters: $user
// Indexes: episode_time
MATCH (p:Episode)
WHERE p.user_id = $user AND p.occurred_at IS NOT NULL AND p.n IS NOT NULL AND p.intent IS NOT NULL
RETURN p.id AS id, p.intent AS intent
