/** A trace goes when words of its episode change: its reasoning may repeat them. */
export const TRACE_SCHEMA = `
CREATE TABLE traces (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  episode_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  at TEXT NOT NULL,
  origin TEXT NOT NULL,
  model TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  seconds REAL NOT NULL,
  reasoning TEXT,
  suspicion REAL,
  ballots TEXT NOT NULL,
  rulings TEXT NOT NULL,
  PRIMARY KEY (user_id, episode_id, purpose),
  FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE
);
CREATE INDEX traces_time ON traces (user_id, at);

CREATE TRIGGER traces_outdated AFTER UPDATE OF user_message, assistant_reply ON episodes
  WHEN old.redacted IS NOT new.redacted OR old.user_message IS NOT new.user_message BEGIN
  DELETE FROM traces WHERE user_id = old.user_id AND episode_id = old.id;
END;
`;
