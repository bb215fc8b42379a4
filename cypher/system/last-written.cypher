// Purpose: when a message was last recorded or something was last forgotten, over all users.
// Parameters: none
// Indexes: user_id
MATCH (u:User) WHERE u.id IS NOT NULL
UNWIND [u.last_message_at, u.forgotten_at] AS at
RETURN max(at) AS at
