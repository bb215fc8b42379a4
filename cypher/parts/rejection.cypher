// Purpose: columns of a refusal.
.n, .id, .episode_id, .fact_id, .stage, .reason, .detail, .proposal, .reasoning, .at, .overruled_at, .overruled_fact
