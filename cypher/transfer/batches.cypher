// Purpose: a page of batches that were applied, by key.
// Parameters: $user, $once (of the last one read), $limit
// Indexes: batch_once
MATCH (b:Batch)
WHERE b.user_id = $user AND b.once > $once
WITH b ORDER BY b.user_id, b.once LIMIT $limit
RETURN b {.once, .at} AS row
