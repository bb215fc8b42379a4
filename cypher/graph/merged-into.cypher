// Purpose: entities that were merged into one, oldest first.
// Parameters: $user, $id
// Indexes: entity_merged
MATCH (e:Entity {user_id: $user, merged_into: $id})
WITH e ORDER BY e.n
RETURN <entity-hit>
