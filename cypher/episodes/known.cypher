// Purpose: the episode that was stored under this id, idempotency key or external id, in this order.
// Parameters: $user, $id, $idempotency_key, $external_id (null: not asked)
// Indexes: episode_id, episode_idempotency, episode_external
OPTIONAL MATCH (a:Episode {user_id: $user, id: $id})
OPTIONAL MATCH (b:Episode {user_id: $user, idempotency_key: $idempotency_key})
OPTIONAL MATCH (c:Episode {user_id: $user, external_id: $external_id})
WITH coalesce(a, b, c) AS e WHERE e IS NOT NULL
RETURN e {<episode>, .recalled} AS row
