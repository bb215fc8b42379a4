// Purpose: vector indexes that hold whose a memory is, under the names of those before. Of a status only facts and entities
//   have one.
// Parameters: none
// Indexes: episode_vector, entity_vector, fact_vector, community_vector
CYPHER 25 CREATE VECTOR INDEX episode_vector IF NOT EXISTS FOR (n:Episode) ON (n.embedding) WITH [n.user_id, n.embedding_tag]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'scalar'}};
CYPHER 25 CREATE VECTOR INDEX entity_vector IF NOT EXISTS FOR (n:Entity) ON (n.embedding) WITH [n.user_id, n.embedding_tag, n.status]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'scalar'}};
CYPHER 25 CREATE VECTOR INDEX fact_vector IF NOT EXISTS FOR (n:Fact) ON (n.embedding) WITH [n.user_id, n.embedding_tag, n.status]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'scalar'}};
CYPHER 25 CREATE VECTOR INDEX community_vector IF NOT EXISTS FOR (n:Community) ON (n.embedding) WITH [n.user_id, n.embedding_tag]
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.type`: 'scalar'}};
