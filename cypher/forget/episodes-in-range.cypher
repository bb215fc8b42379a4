// Purpose: what episodes of a time said.
// Parameters: $user, $from, $to
// Indexes: episode_time
MATCH (p:Episode)
WHERE p.user_id = $user AND p.occurred_at >= $from AND p.occurred_at < $to AND p.n IS NOT NULL
RETURN p.id AS id, p.conversation_id AS conversation_id, p.user_message AS user_message, p.assistant_reply AS assistant_reply
