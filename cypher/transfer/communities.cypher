// Purpose: a page of topics by id.
// Parameters: $user, $id (of the last one read), $limit
// Indexes: community_id
MATCH (c:Community)
USING INDEX c:Community(user_id, id)
WHERE c.user_id = $user AND c.id > $id
WITH c ORDER BY c.user_id, c.id LIMIT $limit
RETURN c {.id, .name, .summary, .fact_ids, .written_by, .asked, .created_at, .updated_at, .members} AS row
