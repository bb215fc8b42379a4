// Purpose: number of facts that join each entity with another, most first.
// Parameters: $user, $statuses, those of fact-asked and degrees-of
// Indexes: fact_status
UNWIND $statuses AS status
MATCH (f:Fact)
WHERE f.user_id = $user AND f.status = status AND f.created_at IS NOT NULL
  AND <fact-asked>
<degrees-of>
