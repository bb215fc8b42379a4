// Purpose: episodes by id, in no order.
// Parameters: $user, $ids
// Indexes: episode_id
MATCH (e:Episode) WHERE e.user_id = $user AND e.id IN $ids
RETURN e {<episode>} AS row
