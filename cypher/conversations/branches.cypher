// Purpose: the conversations that branch off from one, oldest first.
// Parameters: $user, $id, $limit
// Indexes: conversation_branches
MATCH (c:Conversation {user_id: $user, branch_of: $id})
RETURN c {<conversation>} AS row
ORDER BY row.started_at, row.id LIMIT $limit
