// Purpose: a page of entities with their aliases, in the order of their making.
// Parameters: $user, $n (of the last one read), $limit
// Indexes: entity_number
MATCH (e:Entity)
USING INDEX e:Entity(user_id, n)
WHERE e.user_id = $user AND e.n > $n
WITH e ORDER BY e.user_id, e.n LIMIT $limit
RETURN e {.n, .id, .name, .type, .summary, .properties, .confidence, .mention_count, .created_at, .last_mentioned_at,
    .status, .is_self, .external_keys, .merged_into, .summary_basis} AS row,
  [(a:Alias)-[:NAMES]->(e) | a {.alias, .kind, .position}] AS aliases
