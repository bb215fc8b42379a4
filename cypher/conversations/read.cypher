// Purpose: one conversation.
// Parameters: $user, $id
// Indexes: conversation_id
MATCH (c:Conversation {user_id: $user, id: $id})
RETURN c {.id, .title, .started_at, .last_message_at, .episode_count, .client_system, .history_from,
  .history_summary, .external_id} AS row
