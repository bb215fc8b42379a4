// Purpose: one refusal.
// Parameters: $user, $id
// Indexes: rejection_id
MATCH (r:Rejection {user_id: $user, id: $id})
RETURN r {<rejection>} AS row
