// Purpose: episodes beside each of these in its conversation, up to $radius on either side.
// Parameters: $user, $ids, $radius
// Indexes: episode_id, episode_place
MATCH (s:Episode) WHERE s.user_id = $user AND s.id IN $ids
CALL (s) {
  MATCH (e:Episode)
  WHERE e.user_id = $user AND e.conversation_id = s.conversation_id AND e.ordinal < s.ordinal
    AND e.replaced_by IS NULL AND e.memory = 'on'
  RETURN e ORDER BY e.user_id DESC, e.conversation_id DESC, e.ordinal DESC LIMIT $radius
  UNION ALL
  MATCH (e:Episode)
  WHERE e.user_id = $user AND e.conversation_id = s.conversation_id AND e.ordinal > s.ordinal
    AND e.replaced_by IS NULL AND e.memory = 'on'
  RETURN e ORDER BY e.user_id, e.conversation_id, e.ordinal LIMIT $radius
}
WITH DISTINCT e WHERE NOT e.id IN $ids
RETURN e {.n, .id, .conversation_id, .ordinal, .speaker, .source, .memory, .mode, .recorded_at, .consolidated_into,
  .source_count, .external_id, .idempotency_key, .user_message, .assistant_reply, .state, .occurred_at, .place,
  .summary, .emotion, .valence, .importance, .outcome, .context, .extraction_state, .extraction_attempts,
  .extraction_error, .verification_state, .verification_attempts, .verification_error, .chain_hash, .replaced_by,
  .model, .error, .redacted, .intent, .extraction_retry_at} AS row
