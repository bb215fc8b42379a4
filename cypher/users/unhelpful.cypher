// Purpose: memories that were more often called of no use than of use, and by how much.
// Parameters: $user, $ids
// Indexes: feedback_target
UNWIND $ids AS id
MATCH (f:Feedback) WHERE f.user_id = $user AND f.target_id = id
WITH id, sum(CASE WHEN f.helpful THEN -1 ELSE 1 END) AS count
WHERE count > 0
RETURN id AS targetId, count ORDER BY id
