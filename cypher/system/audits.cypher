// Purpose: the newest administrative acts.
// Parameters: $limit
// Indexes: audit_time
MATCH (a:Audit) WHERE a.at IS NOT NULL AND a.id IS NOT NULL
WITH a ORDER BY a.at DESC, a.id DESC LIMIT $limit
RETURN a {.id, .at, .actor, .act, user_id: CASE a.user_id WHEN '' THEN null ELSE a.user_id END, .targets, .counts} AS row
