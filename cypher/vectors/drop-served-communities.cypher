// Purpose: drops vectors of topics that answered until those of another tag were complete, a slice of them.
// Parameters: $user, $limit
// Indexes: community_served
MATCH (n:Community)
USING INDEX n:Community(user_id, served_tag)
WHERE n.user_id = $user AND n.served_tag > ''
WITH n LIMIT $limit
SET n.served_embedding = null, n.served_tag = null
RETURN count(*) AS count
