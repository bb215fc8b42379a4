// Purpose: what the vectors of these entities are made from; none for what is not to be found.
// Parameters: $user, $ids
// Indexes: entity_id
MATCH (n:Entity) WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag IS NOT NULL
RETURN n {.id, .name, .type, .summary,
  aliases: COLLECT { MATCH (a:Alias)-[:NAMES]->(n) RETURN a.alias ORDER BY a.position }} AS row
