// Purpose: users with memories that wait for a vector of this tag.
// Parameters: $tag
// Indexes: user_id, fact_embedding, entity_embedding, episode_embedding, community_embedding
MATCH (u:User) WHERE u.id IS NOT NULL
CALL (u) {
  MATCH (n:Fact) WHERE n.user_id = u.id AND n.embedding_tag < $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Fact) WHERE n.user_id = u.id AND n.embedding_tag > $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Entity) WHERE n.user_id = u.id AND n.embedding_tag < $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Entity) WHERE n.user_id = u.id AND n.embedding_tag > $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Episode) WHERE n.user_id = u.id AND n.embedding_tag < $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Episode) WHERE n.user_id = u.id AND n.embedding_tag > $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Community) WHERE n.user_id = u.id AND n.embedding_tag < $tag RETURN count(n) AS waiting
  UNION ALL
  MATCH (n:Community) WHERE n.user_id = u.id AND n.embedding_tag > $tag RETURN count(n) AS waiting
}
WITH u, sum(waiting) AS memories
WHERE memories > 0 OR u.vector_tag IS NULL OR u.vector_tag <> $tag OR NOT u.vector_complete
RETURN u.id AS userId, memories ORDER BY userId
