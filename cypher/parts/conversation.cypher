// Purpose: columns of a conversation.
.id, .title, .started_at, .last_message_at, .episode_count, .client_system, .history_from, .history_summary,
.external_id
