// Purpose: reserves more numbers for a batch that is larger than the block that came with the lock.
// Parameters: $user, $count
// Indexes: user_id
MATCH (u:User {id: $user})
SET u.next_n = u.next_n + $count
RETURN u.next_n - $count AS n
