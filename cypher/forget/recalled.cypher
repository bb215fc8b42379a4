// Purpose: what episodes recalled, oldest first, in slices.
// Parameters: $user, $occurred_at, $n (of the last one seen), $limit
// Indexes: episode_time
MATCH (p:Episode)
WHERE p.user_id = $user AND p.occurred_at >= $occurred_at AND p.n IS NOT NULL
  AND (p.occurred_at > $occurred_at OR p.n > $n) AND p.recalled <> '[]'
WITH p ORDER BY p.user_id, p.occurred_at, p.n LIMIT $limit
RETURN p.n AS n, p.id AS id, p.occurred_at AS occurred_at, p.recalled AS recalled
