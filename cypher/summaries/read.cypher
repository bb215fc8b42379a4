// Purpose: summaries with the turns they stand for.
// Parameters: $user, $ids
// Indexes: episode_id, episode_summed_up
UNWIND $ids AS id
MATCH (p:Episode {user_id: $user, id: id})
WHERE p.source = 'consolidated'
CALL (id) {
  MATCH (s:Episode)
  USING INDEX SEEK s:Episode(user_id, consolidated_into)
  WHERE s.user_id = $user AND s.consolidated_into = id
  RETURN collect(s.id) AS sources
}
RETURN id, p.occurred_at AS occurredAt, sources
