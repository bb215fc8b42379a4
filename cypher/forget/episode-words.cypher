// Purpose: episodes with all that can hold forgotten words, oldest first, in slices.
// Parameters: $user, $occurred_at, $n (of the last one seen), $limit
// Indexes: episode_time
MATCH (p:Episode)
WHERE p.user_id = $user AND p.occurred_at >= $occurred_at AND p.n IS NOT NULL
  AND (p.occurred_at > $occurred_at OR p.n > $n)
WITH p ORDER BY p.user_id, p.occurred_at, p.n LIMIT $limit
RETURN p.n AS n, p.id AS id, p.occurred_at AS occurred_at, p.conversation_id AS conversation_id,
  p.speaker AS speaker, p.memory AS memory, p.replaced_by AS replaced_by, p.consolidated_into AS consolidated_into,
  p.user_message AS user_message, p.assistant_reply AS assistant_reply, p.summary AS summary, p.place AS place,
  p.context AS context, p.emotion AS emotion, p.tags AS tags,
  p.external_id AS external_id, p.idempotency_key AS idempotency_key,
  p.recalled AS recalled, p.redacted AS redacted
