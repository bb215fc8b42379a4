// Purpose: a page of one conversation's episodes in their order.
// Parameters: $user, $conversation_id, $ordinal (of the last one shown), $limit
// Indexes: episode_place
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, conversation_id, ordinal)
WHERE e.user_id = $user AND e.conversation_id = $conversation_id AND e.ordinal > $ordinal
WITH e ORDER BY e.user_id, e.conversation_id, e.ordinal LIMIT $limit
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at, .recalled} AS row
