// Purpose: the branches of a conversation.
// Parameters: none
// Indexes: conversation_branches
CREATE INDEX conversation_branches IF NOT EXISTS FOR (c:Conversation) ON (c.user_id, c.branch_of);
