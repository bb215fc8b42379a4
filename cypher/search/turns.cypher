// Purpose: turns of named speakers: these, and those up to $radius beside them.
// Parameters: $user, $ids, $radius, $ending (characters)
// Indexes: episode_id, episode_place
MATCH (s:Episode) WHERE s.user_id = $user AND s.id IN $ids
CALL (s) {
  MATCH (e:Episode)
  WHERE e.user_id = $user AND e.conversation_id = s.conversation_id
    AND e.ordinal >= s.ordinal - $radius AND e.ordinal <= s.ordinal + $radius
    AND e.speaker IS NOT NULL AND e.memory = 'on' AND e.replaced_by IS NULL
    AND e.consolidated_into IS NULL
  RETURN e
}
WITH DISTINCT e
RETURN e.id AS id, e.conversation_id AS conversationId, e.ordinal AS ordinal, e.speaker AS speaker,
  e.occurred_at AS occurredAt, right(e.user_message, $ending) AS ending
