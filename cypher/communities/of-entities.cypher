// Purpose: topics that have one of these entities among their members.
// Parameters: $user, $ids
// Indexes: entity_id
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:HAS_MEMBER]-(c:Community)
WITH DISTINCT c
RETURN c {<community>} AS row ORDER BY c.id
