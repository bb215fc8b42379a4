// Purpose: topics by id.
// Parameters: $user, $ids
// Indexes: community_id
UNWIND $ids AS id
MATCH (c:Community {user_id: $user, id: id})
RETURN c {.id, .name, .summary, .fact_ids, .written_by, .asked, .created_at, .updated_at, .members} AS row
