/**
 * Days of a user in their own time zone: what was counted, and the report. What a report reads of a day is walked along
 * by the time it was recorded. Notes are the service's own, over all users.
 */
export const DAY_SCHEMA = `
CREATE TABLE days (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  date TEXT NOT NULL,
  counts TEXT NOT NULL,
  report TEXT,
  PRIMARY KEY (user_id, date)
) WITHOUT ROWID;
CREATE INDEX episodes_recorded ON episodes (user_id, recorded_at);
CREATE INDEX feedback_time ON feedback (user_id, at);

CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  value TEXT NOT NULL
) WITHOUT ROWID;
`;
