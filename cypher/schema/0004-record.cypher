// Purpose: what was done and by whom: changes, rejections, questions, traces, feedback, batches, tombstones.
// Parameters: none
// Indexes: change_*, rejection_*, review_*, trace_*, run_diff_run, feedback_target, batch_once, tombstone_*
CREATE CONSTRAINT change_id IF NOT EXISTS FOR (c:Change) REQUIRE (c.user_id, c.id) IS UNIQUE;
CREATE INDEX change_recent IF NOT EXISTS FOR (c:Change) ON (c.user_id, c.n);
CREATE INDEX change_target IF NOT EXISTS FOR (c:Change) ON (c.user_id, c.target_id, c.n);
CREATE INDEX change_run IF NOT EXISTS FOR (c:Change) ON (c.user_id, c.run_id, c.n);
CREATE CONSTRAINT rejection_id IF NOT EXISTS FOR (r:Rejection) REQUIRE (r.user_id, r.id) IS UNIQUE;
CREATE INDEX rejection_recent IF NOT EXISTS FOR (r:Rejection) ON (r.user_id, r.n);
CREATE INDEX rejection_time IF NOT EXISTS FOR (r:Rejection) ON (r.user_id, r.at);
CREATE INDEX rejection_episode IF NOT EXISTS FOR (r:Rejection) ON (r.user_id, r.episode_id);
CREATE INDEX rejection_fact IF NOT EXISTS FOR (r:Rejection) ON (r.user_id, r.fact_id);
CREATE INDEX rejection_run IF NOT EXISTS FOR (r:Rejection) ON (r.user_id, r.overruled_run);
CREATE CONSTRAINT review_id IF NOT EXISTS FOR (r:Review) REQUIRE (r.user_id, r.id) IS UNIQUE;
CREATE INDEX review_recent IF NOT EXISTS FOR (r:Review) ON (r.user_id, r.n);
CREATE INDEX review_state IF NOT EXISTS FOR (r:Review) ON (r.user_id, r.state, r.kind, r.n);
CREATE INDEX review_left IF NOT EXISTS FOR (r:Review) ON (r.user_id, r.left_id);
CREATE INDEX review_right IF NOT EXISTS FOR (r:Review) ON (r.user_id, r.right_id);
CREATE INDEX review_run IF NOT EXISTS FOR (r:Review) ON (r.user_id, r.run_id);
CREATE CONSTRAINT trace_purpose IF NOT EXISTS FOR (t:Trace) REQUIRE (t.user_id, t.episode_id, t.purpose) IS UNIQUE;
CREATE INDEX trace_time IF NOT EXISTS FOR (t:Trace) ON (t.user_id, t.at);
CREATE CONSTRAINT run_diff_run IF NOT EXISTS FOR (d:RunDiff) REQUIRE (d.user_id, d.run_id) IS UNIQUE;
CREATE INDEX feedback_target IF NOT EXISTS FOR (f:Feedback) ON (f.user_id, f.target_id);
CREATE CONSTRAINT batch_once IF NOT EXISTS FOR (b:Batch) REQUIRE (b.user_id, b.once) IS UNIQUE;
CREATE CONSTRAINT tombstone_id IF NOT EXISTS FOR (t:Tombstone) REQUIRE (t.user_id, t.id) IS UNIQUE;
CREATE INDEX tombstone_time IF NOT EXISTS FOR (t:Tombstone) ON (t.user_id, t.forgotten_at);
CREATE CONSTRAINT tombstone_hash IF NOT EXISTS
  FOR (h:TombstoneHash) REQUIRE (h.user_id, h.kind, h.hash, h.tombstone_id) IS UNIQUE;
CREATE INDEX tombstone_hash_time IF NOT EXISTS FOR (h:TombstoneHash) ON (h.user_id, h.kind, h.forgotten_at);
