// Purpose: locks the user's row and reserves a block of numbers; no row for a user who never stored anything.
// Parameters: $user, $block
// Indexes: user_id
MATCH (u:User {id: $user})
SET u.lock = true
WITH u
SET u.next_n = u.next_n + $block
RETURN u.next_n - $block AS n, u.salt AS salt, u.settings AS settings, u.self_id AS self_id,
  u.last_message_at AS last_message_at, u.vector_tag AS vector_tag, u.vector_complete AS vector_complete,
  u.vector_count AS vector_count, u.vector_serving AS vector_serving,
  u.forgotten_at AS forgotten_at
