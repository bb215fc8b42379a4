// Purpose: what the vectors of these topics are made from; none for what is not to be found.
// Parameters: $user, $ids
// Indexes: community_id
MATCH (n:Community) WHERE n.user_id = $user AND n.id IN $ids AND n.embedding_tag IS NOT NULL
RETURN n {.id, text: n.name + ': ' + n.summary} AS row
