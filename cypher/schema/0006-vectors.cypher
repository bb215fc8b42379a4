// Purpose: nearest memories of users who have very many; all others are compared one by one. No dimensions are said: one
//   index then takes vectors of any model, and a question finds those of its own length. Closeness found here is
//   rounded (quantised), so it is computed again from the vectors.
// Parameters: none
// Indexes: episode_vector, entity_vector, fact_vector
CREATE VECTOR INDEX episode_vector IF NOT EXISTS FOR (e:Episode) ON (e.embedding)
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE VECTOR INDEX entity_vector IF NOT EXISTS FOR (e:Entity) ON (e.embedding)
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
CREATE VECTOR INDEX fact_vector IF NOT EXISTS FOR (f:Fact) ON (f.embedding)
  OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}};
