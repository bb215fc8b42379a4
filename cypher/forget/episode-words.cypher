// Purpose: episodes with all that can hold forgotten words, oldest first, in slices.
// Parameters: $user, $occurred_at, $n (of the last one seen), $limit
// Indexes: episode_time
MATCH (p:Episode)
WHERE p.user_id = $user AND p.occurred_at >= $occurred_at AND p.n IS NOT NULL
  AND (p.occurred_at > $occurred_at OR p.n > $n)
WITH p ORDER BY p.user_id, p.occurred_at, p.n LIMIT $limit
RETURN p {.n, .id, .occurred_at, .conversation_id, .speaker, .memory, .replaced_by, .consolidated_into, .user_message, .assistant_reply,
  .summary, .place, .context, .emotion, .recalled, .redacted} AS row
