// Purpose: remembers the key of a batch that was applied.
// Parameters: $user, $once, $at
// Indexes: batch_once (uniqueness)
CREATE (b:Batch {user_id: $user, once: $once, at: $at})
