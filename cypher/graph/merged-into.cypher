// Purpose: entities that were merged into one, oldest first.
// Parameters: $user, $id
// Indexes: entity_merged
MATCH (e:Entity {user_id: $user, merged_into: $id})
WITH e ORDER BY e.n
RETURN e {.n, .id, .name, .type, .summary, .properties, .confidence, .mention_count, .created_at, .last_mentioned_at,
    .status, .is_self, .external_keys, .merged_into, .summary_basis} AS row,
  [(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}] AS aliases
