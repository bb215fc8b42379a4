// Purpose: a page of all episodes, newest first.
// Parameters: $user, $occurred_at, $n (of the last one shown), $limit
// Indexes: episode_time
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, occurred_at, n)
WHERE e.user_id = $user AND e.occurred_at <= $occurred_at AND e.n IS NOT NULL
  AND (e.occurred_at < $occurred_at OR e.n < $n)
WITH e ORDER BY e.user_id DESC, e.occurred_at DESC, e.n DESC LIMIT $limit
RETURN e {<episode>, .recalled} AS row
