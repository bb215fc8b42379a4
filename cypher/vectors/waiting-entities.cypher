// Purpose: entities that have no vector of this tag, newest first, with what it is made from.
// Parameters: $user, $tag, $limit
// Indexes: entity_embedding
CALL () {
  MATCH (n:Entity) WHERE n.user_id = $user AND n.embedding_tag < $tag
  RETURN n ORDER BY n.id DESC LIMIT $limit
  UNION ALL
  MATCH (n:Entity) WHERE n.user_id = $user AND n.embedding_tag > $tag
  RETURN n ORDER BY n.id DESC LIMIT $limit
}
WITH n ORDER BY n.id DESC LIMIT $limit
RETURN n {.id, .name, .type, .summary,
  aliases: COLLECT { MATCH (a:Alias)-[:NAMES]->(n) RETURN a.alias ORDER BY a.position }} AS row
