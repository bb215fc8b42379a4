/**
 * Rights of a key, separated by commas: keys from before have all. Rows of the audit are never changed, and outlive
 * the memory they are about. Ids grow with time.
 */
export const AUDIT_SCHEMA = `
ALTER TABLE api_keys ADD COLUMN rights TEXT NOT NULL DEFAULT 'read,write,admin';

CREATE TABLE audits (
  id TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  act TEXT NOT NULL,
  user_name TEXT,
  targets TEXT NOT NULL,
  counts TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX audits_time ON audits (at, id);
CREATE INDEX audits_user ON audits (user_name, at, id);
`;
