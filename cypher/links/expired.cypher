// Purpose: deletes links that have expired.
// Parameters: $user, $at
// Indexes: link_expiry
MATCH (l:Link) WHERE l.user_id = $user AND l.expires_at <= $at
DELETE l
RETURN count(*) AS count
