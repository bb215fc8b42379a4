// Purpose: a page of conversations by id.
// Parameters: $user, $id (of the last one read), $limit
// Indexes: conversation_id
MATCH (c:Conversation)
WHERE c.user_id = $user AND c.id > $id
WITH c ORDER BY c.user_id, c.id LIMIT $limit
RETURN c {.id, .title, .started_at, .last_message_at, .episode_count, .client_system, .history_from,
  .history_summary, .external_id, .next_ordinal} AS row
