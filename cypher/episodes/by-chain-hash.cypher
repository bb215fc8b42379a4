// Purpose: the newest episode that a conversation with this history ended with.
// Parameters: $user, $hash
// Indexes: episode_chain
MATCH (e:Episode) WHERE e.user_id = $user AND e.chain_hash = $hash AND e.replaced_by IS NULL
WITH e ORDER BY e.recorded_at DESC, e.n DESC LIMIT 1
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at} AS row
