// Purpose: the entity "I" stands for, with its aliases; the user remembers its id.
// Parameters: $user, $user_key, $id, $set, $aliases [{fold, alias, kind, position}]
// Indexes: user_id, entity_id, alias_entity
MATCH (u:User {id: $user})
SET u.self_id = $id
MERGE (x:Entity {user_id: $user, id: $id})
ON CREATE SET x.user_key = $user_key, x += $set
WITH x
UNWIND $aliases AS alias
MERGE (a:Alias {user_id: $user, entity_id: $id, fold: alias.fold})
ON CREATE SET a.alias = alias.alias, a.kind = alias.kind, a.position = alias.position
MERGE (a)-[:NAMES]->(x)
