// Purpose: which conversations branch off from which.
// Parameters: $user
// Indexes: conversation_branches
MATCH (c:Conversation)
WHERE c.user_id = $user AND c.branch_of IS NOT NULL
RETURN c.id AS id, c.branch_of AS branch_of
