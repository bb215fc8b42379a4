// Purpose: conversations that are not there, with no episode yet; of those that are, the next place.
// Parameters: $user, $rows [{i, id, set}]
// Indexes: conversation_id, conversation_external
UNWIND $rows AS row
OPTIONAL MATCH (other:Conversation {user_id: $user, external_id: row.set.external_id})
WITH row, other WHERE other IS NULL OR other.id = row.id
MERGE (c:Conversation {user_id: $user, id: row.id})
ON CREATE SET c.is_new = true, c += row.set, c.episode_count = 0
SET c.next_ordinal = CASE
  WHEN c.next_ordinal < row.set.next_ordinal THEN row.set.next_ordinal ELSE c.next_ordinal END
WITH c, row, c.is_new IS NOT NULL AS added
REMOVE c.is_new
RETURN row.i AS i, added
