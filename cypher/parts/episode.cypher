// Purpose: columns of an episode without what it recalled.
.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
.source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
.summary, .emotion, .valence, .importance, .context, .extraction_state, .extraction_attempts,
.extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
.model, .error, .redacted, .intent, .extraction_retry_at
