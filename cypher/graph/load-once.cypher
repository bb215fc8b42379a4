// Purpose: whether a batch with this key was applied before.
// Parameters: $user, $once
// Indexes: batch_once
MATCH (b:Batch {user_id: $user, once: $once}) RETURN b.at AS at
