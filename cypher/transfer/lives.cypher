// Purpose: whether anything is known about the user.
// Parameters: $user
// Indexes: episode_id, fact_id, entity_id, change_id
RETURN EXISTS { MATCH (e:Episode) WHERE e.user_id = $user AND e.id IS NOT NULL }
  OR EXISTS { MATCH (f:Fact) WHERE f.user_id = $user AND f.id IS NOT NULL }
  OR EXISTS { MATCH (x:Entity) WHERE x.user_id = $user AND x.id IS NOT NULL AND x.is_self = 0 }
  OR EXISTS { MATCH (c:Change) WHERE c.user_id = $user AND c.id IS NOT NULL } AS lives
