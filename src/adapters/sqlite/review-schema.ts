/**
 * Questions to the owner, merged entities, and what undoing a whole run needs. A question goes with its entities.
 * `target_n` keeps the place of a deleted row, so that undoing a deletion restores the order of lists as well.
 */
export const REVIEW_SCHEMA = `
CREATE TABLE reviews (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  left_id TEXT NOT NULL,
  right_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  at TEXT NOT NULL,
  asked_at TEXT,
  decided_at TEXT,
  decided_by TEXT,
  run_id TEXT,
  UNIQUE (user_id, id)
);
CREATE INDEX reviews_state ON reviews (user_id, state, kind, n);
CREATE INDEX reviews_left ON reviews (user_id, left_id);
CREATE INDEX reviews_right ON reviews (user_id, right_id);
CREATE INDEX reviews_run ON reviews (user_id, run_id) WHERE run_id IS NOT NULL;
CREATE TRIGGER reviews_gone AFTER DELETE ON entities BEGIN
  DELETE FROM reviews WHERE user_id = old.user_id AND left_id = old.id;
  DELETE FROM reviews WHERE user_id = old.user_id AND right_id = old.id;
END;

CREATE TABLE run_diffs (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  run_id TEXT NOT NULL,
  steps TEXT NOT NULL,
  PRIMARY KEY (user_id, run_id)
) WITHOUT ROWID;

ALTER TABLE entities ADD COLUMN merged_into TEXT;
CREATE INDEX entities_merged ON entities (user_id, merged_into) WHERE merged_into IS NOT NULL;

ALTER TABLE changes ADD COLUMN target_n INTEGER;
CREATE INDEX changes_run ON changes (user_id, run_id, n) WHERE run_id IS NOT NULL;

ALTER TABLE rejections ADD COLUMN overruled_at TEXT;
ALTER TABLE rejections ADD COLUMN overruled_run TEXT;
ALTER TABLE rejections ADD COLUMN overruled_fact TEXT;
CREATE INDEX rejections_time ON rejections (user_id, at);
CREATE INDEX rejections_fact ON rejections (user_id, fact_id) WHERE fact_id IS NOT NULL;
`;
