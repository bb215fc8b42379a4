// Purpose: episodes at their places in conversations that are there.
// Parameters: $user, $user_key, $rows [{conversation_id, set}]
// Indexes: conversation_id, episode_id (uniqueness)
UNWIND $rows AS row
MATCH (c:Conversation {user_id: $user, id: row.conversation_id})
CREATE (e:Episode {user_id: $user, user_key: $user_key})-[:IN]->(c)
SET e += row.set
WITH c, count(e) AS added
SET c.episode_count = c.episode_count + added
