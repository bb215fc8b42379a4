// Purpose: locks the user's row and reserves a block of numbers; no row for a user who never stored anything.
// Parameters: $user, $block
// Indexes: user_id
MATCH (u:User {id: $user})
SET u.lock = true
WITH u
SET u.next_n = u.next_n + $block
RETURN u.next_n - $block AS n, <user>
