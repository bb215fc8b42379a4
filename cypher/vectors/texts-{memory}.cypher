// Purpose: what the vectors of these memories are made from; none for what is not to be found.
// Parameters: $user, $ids
// Indexes: <name>_id
MATCH (n:<Label>) WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag IS NOT NULL
RETURN n {.id, <words>} AS row
