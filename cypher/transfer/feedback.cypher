// Purpose: a page of answers whether a memory was of use, by memory and time.
// Parameters: $user, $target_id, $at (of the last one read), $limit
// Indexes: feedback_target
MATCH (f:Feedback)
WHERE f.user_id = $user AND f.target_id >= $target_id AND (f.target_id > $target_id OR f.at > $at)
WITH f ORDER BY f.target_id, f.at LIMIT $limit
RETURN f {.target_id, .at, .helpful} AS row
