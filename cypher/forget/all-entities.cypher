// Purpose: everything a user has: entities.
// Parameters: $user
// Indexes: entity_id
MATCH (x:Entity)
WHERE x.user_id = $user AND x.id IS NOT NULL
DETACH DELETE x
RETURN count(*) AS count
