import { fullText } from "./schema.ts";

/** What came to the first schema, step by step. A released step is never edited. */

/** A memory's table, and whether it may be found at all: nothing of a turn off the record or replaced. */
const SOURCES = [
  ["fact", "facts"],
  ["entity", "entities"],
  ["episode", "episodes"],
] as const;

/**
 * `unembedded` names what waits for a vector, whatever embedder comes. `vector_sets` tells which tag a user's waiting
 * list counts for and whether everything had its vector once. `vectors` holds them at full length, `vector_bits` their
 * signs alone, clustered, so that a search walks 48 bytes a memory instead of 1,536.
 */
const VECTOR_TABLES = `
CREATE TABLE unembedded (
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, id)
) WITHOUT ROWID;

CREATE TABLE vector_sets (
  user_id INTEGER PRIMARY KEY REFERENCES users (user_id),
  tag TEXT NOT NULL,
  complete INTEGER NOT NULL
);

CREATE TABLE vectors (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  tag TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  e BLOB NOT NULL,
  UNIQUE (user_id, tag, kind, id)
);

CREATE TABLE vector_bits (
  user_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  kind TEXT NOT NULL,
  n INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (user_id, tag, kind, n)
) WITHOUT ROWID;

CREATE TRIGGER vectors_removed AFTER DELETE ON vectors BEGIN
  DELETE FROM vector_bits WHERE user_id = old.user_id AND tag = old.tag AND kind = old.kind AND n = old.n;
END;
`;

/** A memory is put on the list when it comes and when its words change; what was made from the old words goes. */
function vectorTriggers([kind, table]: readonly [kind: string, table: string]): string {
  const gone = `
    DELETE FROM unembedded WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;
    DELETE FROM vectors WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;`;
  const waits = `
    INSERT OR IGNORE INTO unembedded SELECT new.user_id, '${kind}', new.id WHERE new.search_text <> '';`;
  return `
CREATE TRIGGER ${table}_vector_added AFTER INSERT ON ${table} BEGIN ${waits} END;
CREATE TRIGGER ${table}_vector_removed AFTER DELETE ON ${table} BEGIN ${gone} END;
CREATE TRIGGER ${table}_vector_changed AFTER UPDATE OF search_text ON ${table}
  WHEN old.search_text IS NOT new.search_text BEGIN ${gone} ${waits} END;
INSERT INTO unembedded SELECT user_id, '${kind}', id FROM ${table} WHERE search_text <> '';
`;
}

export const VECTOR_SCHEMA = VECTOR_TABLES + SOURCES.map(vectorTriggers).join("");

/** A vector's number is never used again: what a reader keeps of a number stays true or is of nothing. */
export const VECTOR_NUMBERS_SCHEMA = `
CREATE TABLE vector_numbers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last INTEGER NOT NULL
);
INSERT INTO vector_numbers SELECT 1, coalesce(max(n), 0) FROM vectors;
`;

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

/**
 * What giving away a whole memory walks along: a user's rows by number, the places of what was deleted, the hashes of
 * one tombstone. An index over `user_id` alone is one over the row number as well.
 */
export const TRANSFER_SCHEMA = `
CREATE INDEX episodes_number ON episodes (user_id);
CREATE INDEX entities_number ON entities (user_id);
CREATE INDEX facts_number ON facts (user_id);
CREATE INDEX reviews_number ON reviews (user_id);
CREATE INDEX changes_place ON changes (user_id, kind, target_n) WHERE target_n IS NOT NULL;
CREATE INDEX tombstone_hashes_of ON tombstone_hashes (user_id, tombstone_id);
`;

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

/** The verified confidence of a fact with an adjusted one; and the turns that a summary replaces. */
export const SUMMARY_SCHEMA = `
ALTER TABLE facts ADD COLUMN base_confidence REAL;
CREATE INDEX episodes_summed_up ON episodes (user_id, consolidated_into) WHERE consolidated_into IS NOT NULL;
`;

/** Topics with their members in order; found by words and vectors like what they are made of. */
const COMMUNITY_TABLES = `
CREATE TABLE communities (
  n INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (user_id),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  summary TEXT NOT NULL,
  fact_ids TEXT NOT NULL,
  written_by TEXT NOT NULL,
  asked INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  search_text TEXT NOT NULL,
  UNIQUE (user_id, id)
);

CREATE TABLE community_members (
  user_id INTEGER NOT NULL,
  community_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (user_id, community_id, position),
  FOREIGN KEY (user_id, community_id) REFERENCES communities (user_id, id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX community_members_entity ON community_members (user_id, entity_id);
`;

/** What the summary of an entity was made from. */
const BASIS = "ALTER TABLE entities ADD COLUMN summary_basis TEXT;";

/** The tag whose vectors answer while those of another one are made. */
const SERVING = "ALTER TABLE vector_sets ADD COLUMN serving TEXT;";

export const COMMUNITY_SCHEMA =
  COMMUNITY_TABLES +
  BASIS +
  SERVING +
  fullText(["communities", "communities", "search_text"]) +
  vectorTriggers(["community", "communities"]);

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

/** Turns kept the words of what was recalled for them: now the ids of the memories, and of the turns those rested on. */
export const RECALLED_SCHEMA = `
UPDATE episodes SET recalled = (
  SELECT json_group_array(json_object(
    'n', one.value ->> 'n',
    'kind', one.value ->> 'kind',
    'id', one.value ->> 'id',
    'score', one.value ->> 'score',
    'episodeIds', json((
      SELECT json_group_array(DISTINCT quote.value ->> 'episodeId') FROM json_each(one.value, '$.evidence') quote
      WHERE quote.value ->> 'episodeId' <> one.value ->> 'id'))))
  FROM json_each(episodes.recalled) one)
WHERE recalled <> '[]';
`;
