// Purpose: locks the user's row, makes it when it is the user's first write, and reserves a block of numbers.
// Parameters: $user, $user_key, $salt, $block
// Indexes: user_id
MERGE (u:User {id: $user})
ON CREATE SET u.key = $user_key, u.salt = $salt, u.next_n = 1
SET u.lock = true
WITH u
SET u.next_n = u.next_n + $block
RETURN u.next_n - $block AS n, <user>
