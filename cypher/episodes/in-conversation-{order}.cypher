// Purpose: episodes of one conversation between two places, newest or oldest first.
// Parameters: $user, $conversation_id, $from_ordinal, $before_ordinal, $from, $to, $limit, $replaced, $standing, $states, $memory,
//   $extraction, $verification (null: any)
// Indexes: episode_place
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, conversation_id, ordinal)
WHERE e.user_id = $user AND e.conversation_id = $conversation_id AND e.ordinal >= $from_ordinal
  AND e.ordinal < $before_ordinal
  AND e.occurred_at >= $from AND e.occurred_at < $to
  AND ($replaced OR e.replaced_by IS NULL)
  AND (NOT $standing OR e.consolidated_into IS NULL)
  AND ($states IS NULL OR e.state IN $states)
  AND ($memory IS NULL OR e.memory = $memory)
  AND ($extraction IS NULL OR e.extraction_state = $extraction)
  AND ($verification IS NULL OR e.verification_state = $verification)
WITH e ORDER BY e.user_id <DESC>, e.conversation_id <DESC>, e.ordinal <DESC> LIMIT $limit
RETURN e {<episode>} AS row
