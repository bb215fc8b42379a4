// Purpose: the newest administrative acts about one user's memory.
// Parameters: $user_id, $limit
// Indexes: audit_user
MATCH (a:Audit) WHERE a.user_id = $user_id AND a.at IS NOT NULL AND a.id IS NOT NULL
WITH a ORDER BY a.user_id DESC, a.at DESC, a.id DESC LIMIT $limit
RETURN a {.id, .at, .actor, .act, user_id: CASE a.user_id WHEN '' THEN null ELSE a.user_id END, .targets, .counts} AS row
