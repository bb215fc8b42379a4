// Purpose: topics, by id, by words, by vector. Members stand in the node in their order, and beside it as relationships.
// Parameters: none
// Indexes: community_id, community_embedding, community_text, community_vector, change_kind
CREATE CONSTRAINT community_id IF NOT EXISTS FOR (c:Community) REQUIRE (c.user_id, c.id) IS UNIQUE;
CREATE INDEX community_embedding IF NOT EXISTS FOR (c:Community) ON (c.user_id, c.embedding_tag);
CREATE FULLTEXT INDEX community_text IF NOT EXISTS FOR (c:Community) ON EACH [c.user_key, c.search_text]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE VECTOR INDEX community_vector IF NOT EXISTS FOR (c:Community) ON (c.embedding)
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE INDEX change_kind IF NOT EXISTS FOR (c:Change) ON (c.user_id, c.kind);
