// Purpose: changes properties of an episode; null removes one.
// Parameters: $user, $id, $set
// Indexes: episode_id
MATCH (e:Episode {user_id: $user, id: $id})
SET e += $set
