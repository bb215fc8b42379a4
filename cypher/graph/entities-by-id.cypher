// Purpose: entities with their aliases.
// Parameters: $user, $ids
// Indexes: entity_id
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN e {.n, .id, .name, .type, .summary, .properties, .confidence, .mention_count, .created_at, .last_mentioned_at,
    .status, .is_self, .external_keys, .merged_into, .summary_basis} AS row,
  [(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}] AS aliases
