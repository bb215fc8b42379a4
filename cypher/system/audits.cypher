// Purpose: the newest administrative acts.
// Parameters: $limit
// Indexes: audit_time
MATCH (a:Audit) WHERE a.at IS NOT NULL AND a.id IS NOT NULL
WITH a ORDER BY a.at DESC, a.id DESC LIMIT $limit
RETURN a {.id, .at, .actor, .act, .user_id, .targets, .counts} AS row
