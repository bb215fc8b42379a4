// Purpose: columns of a question.
.n, .id, .kind, .state, .left_id, .right_id, .reason, .at, .asked_at, .decided_at, .decided_by, .run_id
