// Purpose: the newest episode that a conversation with this history ended with.
// Parameters: $user, $hash
// Indexes: episode_chain
MATCH (e:Episode) WHERE e.user_id = $user AND e.chain_hash = $hash AND e.replaced_by IS NULL
WITH e ORDER BY e.recorded_at DESC, e.n DESC LIMIT 1
RETURN e {<episode>} AS row
