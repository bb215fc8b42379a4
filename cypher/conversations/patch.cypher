// Purpose: changes a conversation; null removes a property.
// Parameters: $user, $id, $set
// Indexes: conversation_id
MATCH (c:Conversation {user_id: $user, id: $id})
SET c += $set
RETURN c {.id, .title, .started_at, .last_message_at, .episode_count, .client_system, .history_from,
  .history_summary, .external_id} AS row
