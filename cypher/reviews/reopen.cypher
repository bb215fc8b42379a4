// Purpose: decisions of a run that was undone: the owner's answer is a question again, what nobody had asked is refused.
// Parameters: $user, $run_id, $now
// Indexes: review_run
MATCH (r:Review {user_id: $user, run_id: $run_id})
WITH r, r.decided_by = 'user' AND r.reason <> 'asked' AS answered
SET r.run_id = null,
  r.state = CASE WHEN answered THEN 'open' ELSE 'rejected' END,
  r.decided_at = CASE WHEN answered THEN null ELSE $now END,
  r.decided_by = CASE WHEN answered THEN null ELSE 'user' END
