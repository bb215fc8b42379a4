// Purpose: where these entities are mentioned, newest first.
// Parameters: $user, $ids, $limit
// Indexes: entity_id
MATCH (x:Entity) WHERE x.user_id = $user AND x.id IN $ids
MATCH (x)<-[:MENTIONS]-(e:Episode)
WITH DISTINCT x.id AS entityId, e
RETURN entityId, e.id AS episodeId, e.conversation_id AS conversationId
ORDER BY e.occurred_at DESC, episodeId LIMIT $limit
