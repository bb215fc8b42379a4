// Purpose: episodes of one conversation between two places, newest or oldest first.
// Parameters: $user, $conversation_id, $from_ordinal, $before_ordinal, $from, $to, $limit, those of episode-asked
// Indexes: episode_place
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, conversation_id, ordinal)
WHERE e.user_id = $user AND e.conversation_id = $conversation_id AND e.ordinal >= $from_ordinal
  AND e.ordinal < $before_ordinal
  AND e.occurred_at >= $from AND e.occurred_at < $to
  AND <episode-asked>
WITH e ORDER BY e.user_id <DESC>, e.conversation_id <DESC>, e.ordinal <DESC> LIMIT $limit
RETURN e {<episode>} AS row
