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
RETURN e {<episode>} AS row
