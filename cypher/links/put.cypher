// Purpose: creates or replaces links.
// Parameters: $user, $rows
// Indexes: link_id
UNWIND $rows AS row
MERGE (l:Link {user_id: $user, id: row.id})
SET l += row
