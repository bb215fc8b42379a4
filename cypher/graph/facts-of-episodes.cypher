// Purpose: facts that rest on episodes, newest belief first.
// Parameters: $user, $episode_ids, $subjects, $objects (null: any), $statuses, $limit, those of fact-asked
// Indexes: episode_id
UNWIND $episode_ids AS id
MATCH (:Episode {user_id: $user, id: id})<-[:EVIDENCED_BY]-(f:Fact)
WITH DISTINCT f
WHERE f.status IN $statuses
  AND ($subjects IS NULL OR f.subject_id IN $subjects OR f.object_id IN $objects)
  AND <fact-asked>
WITH f ORDER BY f.created_at DESC, f.n DESC LIMIT $limit
RETURN <fact-hit>
