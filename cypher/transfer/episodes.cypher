// Purpose: a page of episodes in the order of their making.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: episode_number
MATCH (e:Episode)
USING INDEX e:Episode(user_id, n)
WHERE e.user_id = $user AND e.n > $n
WITH e ORDER BY e.user_id, e.n LIMIT $limit
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at, .recalled} AS row
