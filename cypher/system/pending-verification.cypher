// Purpose: users with episodes that wait for a check or for a vote.
// Parameters: none
// Indexes: episode_verification, user_id
MATCH (e:Episode)
USING INDEX SEEK e:Episode(verification_state, user_id)
WHERE e.verification_state IN ['pending', 'deferred'] AND e.user_id IS NOT NULL AND e.replaced_by IS NULL
WITH e.user_id AS userId, sum(CASE e.verification_state WHEN 'pending' THEN 1 ELSE 0 END) AS episodes,
  sum(CASE e.verification_state WHEN 'deferred' THEN 1 ELSE 0 END) AS deferred
MATCH (u:User {id: userId})
RETURN userId, episodes, deferred, u.last_message_at AS last ORDER BY userId
