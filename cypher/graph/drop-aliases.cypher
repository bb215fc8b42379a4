// Purpose: names that an entity no longer has.
// Parameters: $user, $rows [{entity_id, fold}]
// Indexes: alias_entity
UNWIND $rows AS row
MATCH (a:Alias {user_id: $user, entity_id: row.entity_id, fold: row.fold})
DETACH DELETE a
