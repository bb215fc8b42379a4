// Purpose: episodes by the state of one stage, newest or oldest first; few, unlike all episodes.
// Parameters: $user, $conversation_id, $due (null: any), $from_ordinal, $from, $to, $limit, those of episode-asked; that of
//   the stage is given
// Indexes: episode_<stage>
MATCH (e:Episode)
USING INDEX SEEK e:Episode(<stage>_state, user_id)
WHERE e.<stage>_state = $<stage> AND e.user_id = $user
  AND ($conversation_id IS NULL OR (e.conversation_id = $conversation_id AND e.ordinal >= $from_ordinal))
  AND e.occurred_at >= $from AND e.occurred_at < $to
  AND <episode-asked>
  <due>
WITH e, CASE WHEN $conversation_id IS NULL THEN e.occurred_at ELSE '' END AS at,
  CASE WHEN $conversation_id IS NULL THEN e.n ELSE e.ordinal END AS place
ORDER BY at <DESC>, place <DESC> LIMIT $limit
RETURN e {<episode>} AS row
