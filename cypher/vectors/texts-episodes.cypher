// Purpose: what the vectors of these episodes are made from; none for what is not to be found.
// Parameters: $user, $ids
// Indexes: episode_id
MATCH (n:Episode) WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag IS NOT NULL
RETURN n {.id, .speaker, .user_message} AS row
