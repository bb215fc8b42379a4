// Purpose: new entities with their aliases.
// Parameters: $user, $user_key, $rows [{set, aliases [{entity_id, fold, alias, kind, position}]}]
// Indexes: entity_id, alias_entity (uniqueness)
UNWIND $rows AS row
CREATE (e:Entity {user_id: $user, user_key: $user_key})
SET e += row.set
FOREACH (alias IN row.aliases |
  CREATE (a:Alias {user_id: $user})-[:NAMES]->(e)
  SET a += alias)
