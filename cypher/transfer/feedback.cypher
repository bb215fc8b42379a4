// Purpose: a page of feedback, by memory, time and basis.
// Parameters: $user, $target_id, $at, $basis (of the last one read), $limit
// Indexes: feedback_target
MATCH (f:Feedback)
WHERE f.user_id = $user AND f.target_id >= $target_id
  AND (f.target_id > $target_id OR f.at > $at OR (f.at = $at AND f.basis > $basis))
WITH f ORDER BY f.target_id, f.at, f.basis LIMIT $limit
RETURN f {.target_id, .at, .helpful, .basis, .episode_id, .weight} AS row
