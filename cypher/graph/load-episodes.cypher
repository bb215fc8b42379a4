// Purpose: what the steps of a batch look at in episodes; the words only where a summary may change.
// Parameters: $user, $ids, $texts
// Indexes: episode_id
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})
RETURN p {.id, .occurred_at, .replaced_by, .consolidated_into, .summary, .place, .emotion, .valence, .importance, .outcome, .tags,
  .extraction_state, .extraction_attempts, .extraction_error, .extraction_retry_at, .verification_state,
  .verification_attempts, .verification_error, .memory, .speaker,
  user_message: CASE WHEN id IN $texts THEN p.user_message END,
  assistant_reply: CASE WHEN id IN $texts THEN p.assistant_reply END} AS row
