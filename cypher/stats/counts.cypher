// Purpose: how many rows of each kind a user has.
// Parameters: $user
// Indexes: episode_time, conversation_recent, episode_extraction, episode_verification
MATCH (e:Episode) WHERE e.user_id = $user AND e.occurred_at IS NOT NULL AND e.n IS NOT NULL
RETURN 'episodes' AS what, '' AS name, count(e) AS count
UNION ALL
MATCH (c:Conversation) WHERE c.user_id = $user AND c.last_message_at IS NOT NULL AND c.id IS NOT NULL
RETURN 'conversations' AS what, '' AS name, count(c) AS count
UNION ALL
MATCH (e:Episode) WHERE e.extraction_state = 'pending' AND e.user_id = $user
  AND e.state IN ['complete', 'interrupted'] AND e.memory = 'on' AND e.replaced_by IS NULL
RETURN 'extraction' AS what, '' AS name, count(e) AS count
UNION ALL
MATCH (e:Episode) WHERE e.verification_state = 'pending' AND e.user_id = $user AND e.replaced_by IS NULL
RETURN 'verification' AS what, '' AS name, count(e) AS count
