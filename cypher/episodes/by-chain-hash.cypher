// Purpose: the newest episodes in which these words were said and answered.
// Parameters: $user, $hash, $limit
// Indexes: episode_chain
MATCH (e:Episode) WHERE e.user_id = $user AND e.chain_hash = $hash AND e.replaced_by IS NULL
WITH e ORDER BY e.recorded_at DESC, e.n DESC LIMIT $limit
RETURN e {<episode>} AS row
