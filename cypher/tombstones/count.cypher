// Purpose: how many tombstones there are.
// Parameters: $user
// Indexes: tombstone_time
MATCH (t:Tombstone)
WHERE t.user_id = $user AND t.forgotten_at >= ''
RETURN count(t) AS count
