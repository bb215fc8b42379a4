// Purpose: what the vectors of these facts are made from; none for what is not to be found.
// Parameters: $user, $ids
// Indexes: fact_id
MATCH (n:Fact) WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag IS NOT NULL
RETURN n {.id, .text} AS row
