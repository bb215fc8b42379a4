// Purpose: drops vectors of memories that answered until those of another tag were complete, a slice of them.
// Parameters: $user, $limit
// Indexes: <name>_served
MATCH (n:<Label>)
USING INDEX n:<Label>(user_id, served_tag)
WHERE n.user_id = $user AND n.served_tag > ''
WITH n LIMIT $limit
SET n.served_embedding = null, n.served_tag = null
RETURN count(*) AS count
