// Purpose: the episode that was stored under this id, idempotency key or external id, in this order.
// Parameters: $user, $id, $idempotency_key, $external_id (null: not asked)
// Indexes: episode_id, episode_idempotency, episode_external
OPTIONAL MATCH (a:Episode {user_id: $user, id: $id})
OPTIONAL MATCH (b:Episode {user_id: $user, idempotency_key: $idempotency_key})
OPTIONAL MATCH (c:Episode {user_id: $user, external_id: $external_id})
WITH coalesce(a, b, c) AS e WHERE e IS NOT NULL
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at, .recalled} AS row
