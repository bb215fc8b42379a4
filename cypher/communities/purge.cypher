// Purpose: deletes topics that have one of these ids among their members or the facts they rest on, and what the log
//   says of any such.
// Parameters: $user, $ids
// Indexes: community_id, change_kind
CALL () {
  MATCH (c:Community)
  USING INDEX c:Community(user_id, id)
  WHERE c.user_id = $user AND c.id IS NOT NULL
    AND (any(id IN c.members WHERE id IN $ids) OR any(id IN $ids WHERE c.fact_ids CONTAINS '"' + id + '"'))
  DETACH DELETE c
}
MATCH (c:Change)
USING INDEX c:Change(user_id, kind)
WHERE c.user_id = $user AND c.kind = 'community'
  AND any(id IN $ids WHERE coalesce(c.before_json, '') + coalesce(c.after_json, '') CONTAINS '"' + id + '"')
DELETE c
RETURN count(*) AS count
