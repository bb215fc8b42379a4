// Purpose: an episode at the next place of its conversation, which is made when it is not there.
// Parameters: $user, $conversation_id, $conversation {title, client_system, external_id, branch_of, branch_at}, $occurred_at, $last_message_at (null: not a
//   chat message), $row
// Indexes: user_id, conversation_id, episode_id, episode_place
MATCH (u:User {id: $user})
SET u.last_message_at = CASE
  WHEN $last_message_at IS NULL OR u.last_message_at >= $last_message_at THEN u.last_message_at
  ELSE $last_message_at END
MERGE (c:Conversation {user_id: $user, id: $conversation_id})
ON CREATE SET c += $conversation, c.started_at = $occurred_at, c.last_message_at = $occurred_at,
  c.episode_count = 0, c.next_ordinal = coalesce($conversation.branch_at, 0), c.history_from = 0
WITH c, c.next_ordinal AS ordinal
SET c.next_ordinal = ordinal + 1, c.episode_count = c.episode_count + 1,
  c.started_at = CASE WHEN c.started_at < $occurred_at THEN c.started_at ELSE $occurred_at END,
  c.last_message_at = CASE WHEN c.last_message_at > $occurred_at THEN c.last_message_at ELSE $occurred_at END
CREATE (e:Episode {user_id: $user, user_key: $user_key, conversation_id: $conversation_id, ordinal: ordinal})-[:IN]->(c)
SET e += $row
RETURN ordinal
