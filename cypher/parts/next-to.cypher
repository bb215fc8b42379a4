// Purpose: ids of the entities one fact away from the `last` ones, without those `seen` and without `self`, in their order.
// Parameters: $user, $statuses
CALL (last) {
  UNWIND last AS end
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.subject_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
    AND f.object_id IS NOT NULL
  RETURN f.object_id AS id
  UNION
  UNWIND last AS end
  MATCH (f:Fact)
  WHERE f.user_id = $user AND f.object_id = end AND f.status IN $statuses AND f.created_at IS NOT NULL
  RETURN f.subject_id AS id
}
WITH self, seen, id WHERE NOT id IN seen AND id <> coalesce(self, '')
WITH id ORDER BY id
