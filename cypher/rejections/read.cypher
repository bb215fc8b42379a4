// Purpose: one refusal.
// Parameters: $user, $id
// Indexes: rejection_id
MATCH (r:Rejection {user_id: $user, id: $id})
RETURN r {.n, .id, .episode_id, .fact_id, .stage, .reason, .detail, .proposal, .reasoning, .at, .overruled_at,
  .overruled_fact} AS row
