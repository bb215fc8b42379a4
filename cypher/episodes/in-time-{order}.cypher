// Purpose: episodes that occurred in [$from, $to), newest or oldest first.
// Parameters: $user, $from, $to, $limit, $replaced, $standing, $states, $memory,
//   $extraction, $verification (null: any)
// Indexes: episode_time
MATCH (e:Episode)
USING INDEX SEEK e:Episode(user_id, occurred_at, n)
WHERE e.user_id = $user AND e.occurred_at >= $from AND e.occurred_at < $to AND e.n IS NOT NULL
  AND ($replaced OR e.replaced_by IS NULL)
  AND (NOT $standing OR e.consolidated_into IS NULL)
  AND ($states IS NULL OR e.state IN $states)
  AND ($memory IS NULL OR e.memory = $memory)
  AND ($extraction IS NULL OR e.extraction_state = $extraction)
  AND ($verification IS NULL OR e.verification_state = $verification)
WITH e ORDER BY e.user_id <DESC>, e.occurred_at <DESC>, e.n <DESC> LIMIT $limit
RETURN e {<episode>} AS row
