// Purpose: the owner's word against refusals; the first one counts.
// Parameters: $user, $rows [{id, fact_id, run_id, at}]
// Indexes: rejection_id
UNWIND $rows AS row
MATCH (r:Rejection {user_id: $user, id: row.id})
WHERE r.overruled_at IS NULL
SET r.overruled_at = row.at, r.overruled_run = row.run_id, r.overruled_fact = row.fact_id
