// Purpose: deletes summaries with their mentions, feedback and links; their conversation is left as if they had not been.
// Parameters: $user, $ids
// Indexes: episode_id, feedback_target, link_from, link_to, episode_place
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})-[:IN]->(c:Conversation)
CALL (id) { MATCH (b:Feedback {user_id: $user, target_id: id}) DELETE b }
CALL (id) { MATCH (l:Link) WHERE l.user_id = $user AND l.from_id = id DELETE l }
CALL (id) { MATCH (l:Link) WHERE l.user_id = $user AND l.to_id = id DELETE l }
DETACH DELETE p
WITH DISTINCT c
OPTIONAL MATCH (o:Episode)
WHERE o.user_id = $user AND o.conversation_id = c.id AND o.ordinal IS NOT NULL
WITH c, count(o) AS left, max(o.ordinal) AS last, min(o.occurred_at) AS first, max(o.occurred_at) AS latest
FOREACH (_ IN CASE WHEN left = 0 THEN [1] ELSE [] END | DETACH DELETE c)
FOREACH (_ IN CASE WHEN left > 0 THEN [1] ELSE [] END |
  SET c.episode_count = left, c.next_ordinal = last + 1, c.started_at = first, c.last_message_at = latest)
