// Purpose: which episodes are there, and which cannot be taken: another has their key or place, or their conversation is not there.
// Parameters: $user, $rows [{i, id, conversation_id, ordinal, external_id, idempotency_key}]
// Indexes: episode_id, episode_place, episode_external, episode_idempotency, conversation_id
UNWIND $rows AS row
OPTIONAL MATCH (known:Episode {user_id: $user, id: row.id})
OPTIONAL MATCH (there:Episode {user_id: $user, conversation_id: row.conversation_id, ordinal: row.ordinal})
OPTIONAL MATCH (named:Episode {user_id: $user, external_id: row.external_id})
OPTIONAL MATCH (keyed:Episode {user_id: $user, idempotency_key: row.idempotency_key})
OPTIONAL MATCH (c:Conversation {user_id: $user, id: row.conversation_id})
RETURN row.i AS i, known IS NOT NULL AS known,
  there IS NOT NULL OR named IS NOT NULL OR keyed IS NOT NULL OR c IS NULL AS refused
