// Purpose: episodes by the state of their verification, newest first; few, unlike all episodes.
// Parameters: $user, $conversation_id (null: any), $from_ordinal, $from, $to, $limit, $replaced, $states, $memory,
//   $extraction, $verification (null: any); $verification is given
// Indexes: episode_verification
MATCH (e:Episode)
USING INDEX SEEK e:Episode(verification_state, user_id)
WHERE e.verification_state = $verification AND e.user_id = $user
  AND ($conversation_id IS NULL OR (e.conversation_id = $conversation_id AND e.ordinal >= $from_ordinal))
  AND e.occurred_at >= $from AND e.occurred_at < $to
  AND ($replaced OR e.replaced_by IS NULL)
  AND ($states IS NULL OR e.state IN $states)
  AND ($memory IS NULL OR e.memory = $memory)
  AND ($extraction IS NULL OR e.extraction_state = $extraction)
  AND ($verification IS NULL OR e.verification_state = $verification)
WITH e, CASE WHEN $conversation_id IS NULL THEN e.occurred_at ELSE '' END AS at,
  CASE WHEN $conversation_id IS NULL THEN e.n ELSE e.ordinal END AS place
ORDER BY at DESC, place DESC LIMIT $limit
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at} AS row
