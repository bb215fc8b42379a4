// Purpose: columns of a change.
.n, .id, .at, .actor, .reason, .run_id, .kind, .target_id, .before_json, .after_json, .mentions_json, .target_n,
.undone
