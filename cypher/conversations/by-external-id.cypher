// Purpose: the conversation that another system knows by this id.
// Parameters: $user, $external_id
// Indexes: conversation_external
MATCH (c:Conversation {user_id: $user, external_id: $external_id})
RETURN c {.id, .title, .started_at, .last_message_at, .episode_count, .client_system, .history_from,
  .history_summary, .external_id} AS row
