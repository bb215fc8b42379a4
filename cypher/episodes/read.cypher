// Purpose: one episode with what was recalled for it.
// Parameters: $user, $id
// Indexes: episode_id
MATCH (e:Episode {user_id: $user, id: $id})
RETURN e {<episode>, .recalled} AS row
