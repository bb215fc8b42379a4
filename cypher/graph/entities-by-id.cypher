// Purpose: entities with their aliases.
// Parameters: $user, $ids
// Indexes: entity_id
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN <entity-hit>
