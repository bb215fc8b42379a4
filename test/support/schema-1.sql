-- The first schema, as databases of that version have it.
CREATE TABLE users (
  user_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  hmac_key BLOB NOT NULL,
  settings TEXT,
  self_id TEXT,
  last_message_at TEXT
);
CREATE TABLE conversations (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  title TEXT,
  started_at TEXT NOT NULL,
  last_message_at TEXT NOT NULL,
  episode_count INTEGER NOT NULL DEFAULT 0,
  next_ordinal INTEGER NOT NULL DEFAULT 0,
  client_system TEXT,
  history_from INTEGER NOT NULL DEFAULT 0,
  history_summary TEXT,
  external_id TEXT,
  PRIMARY KEY (user_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX conversations_external ON conversations (user_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX conversations_recent ON conversations (user_id, last_message_at, id);
CREATE TABLE episodes (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  user_message TEXT NOT NULL,
  assistant_reply TEXT,
  speaker TEXT,
  source TEXT NOT NULL,
  state TEXT NOT NULL,
  memory TEXT NOT NULL,
  mode TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  place TEXT,
  summary TEXT,
  emotion TEXT,
  valence REAL NOT NULL,
  importance REAL NOT NULL,
  outcome TEXT NOT NULL,
  context TEXT,
  extraction_state TEXT NOT NULL,
  extraction_attempts INTEGER NOT NULL,
  extraction_error TEXT,
  verification_state TEXT NOT NULL,
  verification_attempts INTEGER NOT NULL,
  verification_error TEXT,
  consolidated_into TEXT,
  source_count INTEGER NOT NULL,
  external_id TEXT,
  idempotency_key TEXT,
  chain_hash TEXT,
  replaced_by TEXT,
  recalled TEXT NOT NULL,
  model TEXT,
  error TEXT,
  redacted INTEGER NOT NULL,
  search_text TEXT NOT NULL,
  reply_text TEXT NOT NULL,
  UNIQUE (user_id, id),
  UNIQUE (user_id, conversation_id, ordinal),
  FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id)
);
CREATE UNIQUE INDEX episodes_external ON episodes (user_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX episodes_idempotency ON episodes (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX episodes_time ON episodes (user_id, occurred_at, n);
CREATE INDEX episodes_chain ON episodes (user_id, chain_hash) WHERE chain_hash IS NOT NULL;
CREATE INDEX episodes_extraction ON episodes (user_id, extraction_state, recorded_at)
  WHERE extraction_state IN ('pending', 'failed');
CREATE INDEX episodes_verification ON episodes (user_id, verification_state, recorded_at)
  WHERE verification_state IN ('pending', 'deferred', 'failed');
CREATE INDEX episodes_open ON episodes (user_id) WHERE state = 'open';
CREATE TABLE entities (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  name_fold TEXT NOT NULL,
  type TEXT NOT NULL,
  summary TEXT,
  properties TEXT NOT NULL,
  confidence REAL NOT NULL,
  mention_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  last_mentioned_at TEXT NOT NULL,
  status TEXT NOT NULL,
  is_self INTEGER NOT NULL,
  external_keys TEXT NOT NULL,
  search_text TEXT NOT NULL,
  UNIQUE (user_id, id)
);
CREATE UNIQUE INDEX entities_self ON entities (user_id) WHERE is_self = 1;
CREATE INDEX entities_name ON entities (user_id, name_fold);
CREATE INDEX entities_recent ON entities (user_id, created_at, n);
CREATE TABLE aliases (
  user_id INTEGER NOT NULL,
  alias_fold TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  alias TEXT NOT NULL,
  kind TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (user_id, alias_fold, entity_id),
  FOREIGN KEY (user_id, entity_id) REFERENCES entities (user_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX aliases_entity ON aliases (user_id, entity_id, position);
CREATE TABLE facts (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  predicate TEXT NOT NULL,
  object_id TEXT,
  value TEXT,
  polarity TEXT NOT NULL,
  text TEXT NOT NULL,
  confidence REAL NOT NULL,
  valid_at TEXT,
  valid_precision TEXT,
  invalid_at TEXT,
  invalid_precision TEXT,
  created_at TEXT NOT NULL,
  expired_at TEXT,
  status TEXT NOT NULL,
  supersedes TEXT,
  change TEXT NOT NULL,
  origin TEXT,
  search_text TEXT NOT NULL,
  UNIQUE (user_id, id),
  CHECK ((object_id IS NULL) <> (value IS NULL)),
  FOREIGN KEY (user_id, subject_id) REFERENCES entities (user_id, id),
  FOREIGN KEY (user_id, object_id) REFERENCES entities (user_id, id)
);
CREATE INDEX facts_subject ON facts (user_id, subject_id, status);
CREATE INDEX facts_object ON facts (user_id, object_id, status) WHERE object_id IS NOT NULL;
CREATE INDEX facts_recent ON facts (user_id, created_at, n);
CREATE INDEX facts_status ON facts (user_id, status, created_at);
CREATE INDEX facts_valid ON facts (user_id, valid_at) WHERE valid_at IS NOT NULL;
CREATE TABLE evidence (
  user_id INTEGER NOT NULL,
  fact_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  episode_id TEXT NOT NULL,
  part TEXT NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  quote TEXT NOT NULL,
  asserted_by TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  PRIMARY KEY (user_id, fact_id, position),
  FOREIGN KEY (user_id, fact_id) REFERENCES facts (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id)
) WITHOUT ROWID;
CREATE INDEX evidence_episode ON evidence (user_id, episode_id);
CREATE TABLE mentions (
  user_id INTEGER NOT NULL,
  episode_id TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  PRIMARY KEY (user_id, episode_id, entity_id, span_start, span_end),
  FOREIGN KEY (user_id, episode_id) REFERENCES episodes (user_id, id) ON DELETE CASCADE,
  FOREIGN KEY (user_id, entity_id) REFERENCES entities (user_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX mentions_entity ON mentions (user_id, entity_id);
CREATE TABLE changes (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  at TEXT NOT NULL,
  actor TEXT NOT NULL,
  reason TEXT NOT NULL,
  run_id TEXT,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  before_json TEXT,
  after_json TEXT,
  mentions_json TEXT,
  undone INTEGER NOT NULL,
  UNIQUE (user_id, id)
);
CREATE INDEX changes_recent ON changes (user_id, n);
CREATE INDEX changes_target ON changes (user_id, target_id, n);
CREATE TABLE rejections (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  episode_id TEXT,
  fact_id TEXT,
  stage TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  proposal TEXT NOT NULL,
  reasoning TEXT,
  at TEXT NOT NULL,
  UNIQUE (user_id, id)
);
CREATE INDEX rejections_recent ON rejections (user_id, n);
CREATE INDEX rejections_episode ON rejections (user_id, episode_id) WHERE episode_id IS NOT NULL;
CREATE TABLE feedback (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  target_id TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX feedback_target ON feedback (user_id, target_id);
CREATE TABLE batches (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  once TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (user_id, once)
) WITHOUT ROWID;
CREATE TABLE tombstones (
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  target TEXT NOT NULL,
  forgotten_at TEXT NOT NULL,
  subject_is_self INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)
) WITHOUT ROWID;
CREATE TABLE tombstone_hashes (
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  hash BLOB NOT NULL,
  tombstone_id TEXT NOT NULL,
  word_count INTEGER NOT NULL,
  forgotten_at TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, hash, tombstone_id),
  FOREIGN KEY (user_id, tombstone_id) REFERENCES tombstones (user_id, id)
) WITHOUT ROWID;
CREATE INDEX tombstone_hashes_count ON tombstone_hashes (user_id, kind, word_count, forgotten_at);
CREATE TABLE purges (
  n INTEGER PRIMARY KEY
);
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  user_name TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  revoked_at TEXT
) WITHOUT ROWID;
CREATE TABLE runs (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user_name TEXT,
  job TEXT NOT NULL,
  state TEXT NOT NULL,
  dry_run INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  result TEXT NOT NULL,
  error TEXT
);
CREATE INDEX runs_user ON runs (user_name, started_at, n);
CREATE VIEW episodes_index AS SELECT n, 'u' || user_id AS scope, search_text AS text FROM episodes;
CREATE VIRTUAL TABLE episodes_fts USING fts5 (
  scope, text, content = 'episodes_index', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO episodes_fts (episodes_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER episodes_added AFTER INSERT ON episodes BEGIN INSERT INTO episodes_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
CREATE TRIGGER episodes_removed AFTER DELETE ON episodes BEGIN INSERT INTO episodes_fts (episodes_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); END;
CREATE TRIGGER episodes_changed AFTER UPDATE OF search_text ON episodes
  WHEN old.search_text IS NOT new.search_text BEGIN INSERT INTO episodes_fts (episodes_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); INSERT INTO episodes_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
CREATE VIEW replies_index AS SELECT n, 'u' || user_id AS scope, reply_text AS text FROM episodes;
CREATE VIRTUAL TABLE replies_fts USING fts5 (
  scope, text, content = 'replies_index', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO replies_fts (replies_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER replies_added AFTER INSERT ON episodes BEGIN INSERT INTO replies_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.reply_text); END;
CREATE TRIGGER replies_removed AFTER DELETE ON episodes BEGIN INSERT INTO replies_fts (replies_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.reply_text); END;
CREATE TRIGGER replies_changed AFTER UPDATE OF reply_text ON episodes
  WHEN old.reply_text IS NOT new.reply_text BEGIN INSERT INTO replies_fts (replies_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.reply_text); INSERT INTO replies_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.reply_text); END;
CREATE VIEW facts_index AS SELECT n, 'u' || user_id AS scope, search_text AS text FROM facts;
CREATE VIRTUAL TABLE facts_fts USING fts5 (
  scope, text, content = 'facts_index', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO facts_fts (facts_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER facts_added AFTER INSERT ON facts BEGIN INSERT INTO facts_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
CREATE TRIGGER facts_removed AFTER DELETE ON facts BEGIN INSERT INTO facts_fts (facts_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); END;
CREATE TRIGGER facts_changed AFTER UPDATE OF search_text ON facts
  WHEN old.search_text IS NOT new.search_text BEGIN INSERT INTO facts_fts (facts_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); INSERT INTO facts_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
CREATE VIEW entities_index AS SELECT n, 'u' || user_id AS scope, search_text AS text FROM entities;
CREATE VIRTUAL TABLE entities_fts USING fts5 (
  scope, text, content = 'entities_index', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO entities_fts (entities_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER entities_added AFTER INSERT ON entities BEGIN INSERT INTO entities_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
CREATE TRIGGER entities_removed AFTER DELETE ON entities BEGIN INSERT INTO entities_fts (entities_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); END;
CREATE TRIGGER entities_changed AFTER UPDATE OF search_text ON entities
  WHEN old.search_text IS NOT new.search_text BEGIN INSERT INTO entities_fts (entities_fts, rowid, scope, text) VALUES ('delete', old.n, 'u' || old.user_id, old.search_text); INSERT INTO entities_fts (rowid, scope, text) VALUES (new.n, 'u' || new.user_id, new.search_text); END;
PRAGMA user_version = 1;
