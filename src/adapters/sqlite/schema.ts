import { type Field, type Fields, snake } from "../../store/fields.ts";
import * as store from "../../store/schema.ts";
import { TABLE_OF } from "../store-core/rows.ts";

/**
 * The schema of today. Every statement says `IF NOT EXISTS`: executed over an older file, it adds what that lacks. Columns
 * of records come from `store/schema.ts`; a file gets those it lacks from `addColumns`.
 */

/** Columns of a record's fields. `defaults`, in SQL: for rows that are written without them, or before they existed. */
function columnsOf(fields: Fields, defaults: Record<string, string> = {}, prefix = ""): string {
  const columns = Object.entries(fields).flatMap(([name, field]) => {
    const column = `${prefix}${field.column ?? snake(name)}`;
    if (field.as === "apart") return [];
    if (field.as === "group") return columnsOf(field.fields ?? {}, defaults, `${column}_`);
    if (field.as === "point") return [`${column}_at TEXT`, `${column}_precision TEXT`];
    const given = defaults[column] === undefined ? "" : ` DEFAULT ${defaults[column]}`;
    return `${column} ${typeOf(field)}${mayBeNull(field) ? "" : " NOT NULL"}${given}`;
  });
  return columns.join(", ");
}

function typeOf({ as, type }: Field): "TEXT" | "INTEGER" | "REAL" {
  if (as === "flag" || as === "truth") return "INTEGER";
  if (as !== "plain") return "TEXT";
  if (type.safeParse(0.5).success) return "REAL";
  return type.safeParse(1).success ? "INTEGER" : "TEXT";
}

function mayBeNull({ as, type, optional }: Field): boolean {
  return optional === true || (as !== "value" && type.safeParse(null).success);
}

const recordOf = (table: string, defaults?: Record<string, string>): string =>
  columnsOf(store.TABLES[table] ?? {}, defaults);
/** The service's own tables identify a user by name. */
const ownRecordOf = (fields: Fields): string => columnsOf(fields).replace("user_id ", "user_name ");

const OWNER = "user_id INTEGER NOT NULL REFERENCES users (user_id)";
/** A reference to another row of the same user. */
const refersTo = (table: string, column: string): string =>
  `FOREIGN KEY (user_id, ${column}) REFERENCES ${table} (user_id, id)`;
const goesWith = (table: string, column: string): string => `${refersTo(table, column)} ON DELETE CASCADE`;

/**
 * `user_id` comes first in every key, so that no index can be walked across users. Rows that full text covers have an
 * integer `n`, the row number that FTS5 refers to; `target_n` keeps that of a deleted row, so that undoing a deletion
 * restores the order of lists as well.
 *
 * `unembedded`: memories that wait for a vector, whatever embedder comes. `vector_sets`: the tag that a user's waiting list
 * counts for, whether everything had its vector once, and the tag whose vectors answer until then. `vectors` are at
 * full length, `vector_bits` their signs alone, clustered. A vector's number is never used again: what a reader keeps of a
 * number stays true, or is of nothing.
 *
 * Rows of `audits` are never changed, and outlive the memory they are about.
 */
export const TABLES = `
CREATE TABLE IF NOT EXISTS users (
  user_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, salt BLOB NOT NULL, settings TEXT, self_id TEXT, last_message_at TEXT);
CREATE TABLE IF NOT EXISTS conversations (
  ${OWNER}, ${recordOf("conversations", { next_ordinal: "0", history_from: "0" })}, episode_count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS episodes (
  n INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, ${recordOf("episodes")},
  search_text TEXT NOT NULL, reply_text TEXT NOT NULL,
  UNIQUE (user_id, id), UNIQUE (user_id, conversation_id, ordinal), ${refersTo("conversations", "conversation_id")});
CREATE TABLE IF NOT EXISTS entities (
  n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("entities")}, name_fold TEXT NOT NULL, search_text TEXT NOT NULL,
  UNIQUE (user_id, id));
CREATE TABLE IF NOT EXISTS aliases (
  user_id INTEGER NOT NULL, alias_fold TEXT NOT NULL, entity_id TEXT NOT NULL, alias TEXT NOT NULL, kind TEXT NOT NULL,
  position INTEGER NOT NULL, PRIMARY KEY (user_id, alias_fold, entity_id), ${goesWith("entities", "entity_id")}) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (
  n INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, ${recordOf("facts")}, search_text TEXT NOT NULL,
  UNIQUE (user_id, id), CHECK ((object_id IS NULL) <> (value IS NULL)),
  ${refersTo("entities", "subject_id")}, ${refersTo("entities", "object_id")});
CREATE TABLE IF NOT EXISTS evidence (
  user_id INTEGER NOT NULL, fact_id TEXT NOT NULL, position INTEGER NOT NULL, ${recordOf("evidence")},
  PRIMARY KEY (user_id, fact_id, position), ${goesWith("facts", "fact_id")}, ${refersTo("episodes", "episode_id")}) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mentions (
  user_id INTEGER NOT NULL, episode_id TEXT NOT NULL, entity_id TEXT NOT NULL, span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL, PRIMARY KEY (user_id, episode_id, entity_id, span_start, span_end),
  ${goesWith("episodes", "episode_id")}, ${goesWith("entities", "entity_id")}) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes (
  n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("changes")}, target_n INTEGER, UNIQUE (user_id, id));
CREATE TABLE IF NOT EXISTS rejections (n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("rejections")}, UNIQUE (user_id, id));
CREATE TABLE IF NOT EXISTS reviews (n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("reviews")}, UNIQUE (user_id, id));
CREATE TABLE IF NOT EXISTS traces (
  ${OWNER}, ${recordOf("traces")}, PRIMARY KEY (user_id, episode_id, purpose), ${goesWith("episodes", "episode_id")});
CREATE TABLE IF NOT EXISTS run_diffs (${OWNER}, ${recordOf("run_diffs")}, PRIMARY KEY (user_id, run_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS communities (
  n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("communities")}, search_text TEXT NOT NULL, UNIQUE (user_id, id));
CREATE TABLE IF NOT EXISTS community_members (
  user_id INTEGER NOT NULL, community_id TEXT NOT NULL, position INTEGER NOT NULL, entity_id TEXT NOT NULL,
  PRIMARY KEY (user_id, community_id, position), ${goesWith("communities", "community_id")}) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS feedback (n INTEGER PRIMARY KEY, ${OWNER}, ${recordOf("feedback", { basis: "'rated'" })});
CREATE TABLE IF NOT EXISTS links (${OWNER}, ${recordOf("links")}, PRIMARY KEY (user_id, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS batches (${OWNER}, ${recordOf("batches")}, PRIMARY KEY (user_id, once)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS days (${OWNER}, ${recordOf("days")}, PRIMARY KEY (user_id, date)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tombstones (
  ${OWNER}, ${recordOf("tombstones", { subject_is_self: "0" })}, PRIMARY KEY (user_id, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tombstone_hashes (
  user_id INTEGER NOT NULL, kind TEXT NOT NULL, hash BLOB NOT NULL, tombstone_id TEXT NOT NULL, word_count INTEGER NOT NULL,
  forgotten_at TEXT NOT NULL, PRIMARY KEY (user_id, kind, hash, tombstone_id), ${refersTo("tombstones", "tombstone_id")}) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS hash_key (id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS purges (n INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS unembedded (
  user_id INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (user_id, kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vector_sets (
  user_id INTEGER PRIMARY KEY REFERENCES users (user_id), tag TEXT NOT NULL, complete INTEGER NOT NULL, serving TEXT);
CREATE TABLE IF NOT EXISTS vectors (
  n INTEGER PRIMARY KEY, ${OWNER}, tag TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, e BLOB NOT NULL,
  UNIQUE (user_id, tag, kind, id));
CREATE TABLE IF NOT EXISTS vector_bits (
  user_id INTEGER NOT NULL, tag TEXT NOT NULL, kind TEXT NOT NULL, n INTEGER NOT NULL, bits BLOB NOT NULL,
  PRIMARY KEY (user_id, tag, kind, n)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vector_numbers (id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS api_keys (
  ${ownRecordOf(store.API_KEY)}, rights TEXT NOT NULL DEFAULT 'read,write,admin', PRIMARY KEY (id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audits (${ownRecordOf(store.AUDIT)}, targets TEXT NOT NULL, PRIMARY KEY (id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (n INTEGER PRIMARY KEY, ${ownRecordOf(store.RUN)}, UNIQUE (id));
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, version INTEGER NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** By name: table, columns, condition. One over `user_id` alone is one over the row number as well. */
const INDEXES = {
  aliases_entity: "aliases (user_id, entity_id, position)",
  audits_time: "audits (at, id)",
  audits_user: "audits (user_name, at, id)",
  changes_place: "changes (user_id, kind, target_n) WHERE target_n IS NOT NULL",
  changes_recent: "changes (user_id, n)",
  changes_run: "changes (user_id, run_id, n) WHERE run_id IS NOT NULL",
  changes_target: "changes (user_id, target_id, n)",
  community_members_entity: "community_members (user_id, entity_id)",
  conversations_branches: "conversations (user_id, branch_of) WHERE branch_of IS NOT NULL",
  conversations_recent: "conversations (user_id, last_message_at, id)",
  entities_merged: "entities (user_id, merged_into) WHERE merged_into IS NOT NULL",
  entities_name: "entities (user_id, name_fold)",
  entities_number: "entities (user_id)",
  entities_recent: "entities (user_id, created_at, n)",
  episodes_chain: "episodes (user_id, chain_hash) WHERE chain_hash IS NOT NULL",
  episodes_context_type: "episodes (user_id, context_type, recorded_at) WHERE context_type IS NOT NULL",
  episodes_extraction:
    "episodes (user_id, extraction_state, recorded_at) WHERE extraction_state IN ('pending', 'failed')",
  episodes_number: "episodes (user_id)",
  episodes_open: "episodes (user_id) WHERE state = 'open'",
  episodes_recorded: "episodes (user_id, recorded_at)",
  episodes_summed_up: "episodes (user_id, consolidated_into) WHERE consolidated_into IS NOT NULL",
  episodes_time: "episodes (user_id, occurred_at, n)",
  episodes_verification:
    "episodes (user_id, verification_state, recorded_at) WHERE verification_state IN ('pending', 'deferred', 'failed')",
  evidence_episode: "evidence (user_id, episode_id)",
  facts_number: "facts (user_id)",
  facts_object: "facts (user_id, object_id, status) WHERE object_id IS NOT NULL",
  facts_recent: "facts (user_id, created_at, n)",
  facts_status: "facts (user_id, status, created_at)",
  facts_subject: "facts (user_id, subject_id, status, predicate, created_at)",
  facts_valid: "facts (user_id, valid_at) WHERE valid_at IS NOT NULL",
  feedback_of_turns: "feedback (user_id, at) WHERE episode_id IS NOT NULL",
  feedback_target: "feedback (user_id, target_id)",
  feedback_time: "feedback (user_id, at)",
  links_expiry: "links (user_id, expires_at) WHERE expires_at IS NOT NULL",
  links_from: "links (user_id, from_id)",
  links_time: "links (user_id, created_at, id)",
  links_to: "links (user_id, to_id)",
  mentions_entity: "mentions (user_id, entity_id)",
  rejections_episode: "rejections (user_id, episode_id) WHERE episode_id IS NOT NULL",
  rejections_fact: "rejections (user_id, fact_id) WHERE fact_id IS NOT NULL",
  rejections_recent: "rejections (user_id, n)",
  rejections_time: "rejections (user_id, at)",
  reviews_left: "reviews (user_id, left_id)",
  reviews_number: "reviews (user_id)",
  reviews_right: "reviews (user_id, right_id)",
  reviews_run: "reviews (user_id, run_id) WHERE run_id IS NOT NULL",
  reviews_state: "reviews (user_id, state, kind, n)",
  runs_user: "runs (user_name, started_at, n)",
  tombstone_hashes_count: "tombstone_hashes (user_id, kind, word_count, forgotten_at)",
  tombstone_hashes_of: "tombstone_hashes (user_id, tombstone_id)",
  traces_suspicion: "traces (user_id, suspicion, episode_id) WHERE suspicion IS NOT NULL",
  traces_time: "traces (user_id, at)",
};

const UNIQUE_INDEXES = {
  conversations_external: "conversations (user_id, external_id) WHERE external_id IS NOT NULL",
  entities_self: "entities (user_id) WHERE is_self = 1",
  episodes_external: "episodes (user_id, external_id) WHERE external_id IS NOT NULL",
  episodes_idempotency: "episodes (user_id, idempotency_key) WHERE idempotency_key IS NOT NULL",
};

const indexSql = (kind: string, indexes: Record<string, string>): string =>
  Object.entries(indexes)
    .map(([name, on]) => `CREATE ${kind} IF NOT EXISTS ${name} ON ${on};\n`)
    .join("");

/** A trace goes when words of its episode change: its reasoning may repeat them. A question goes with its entities. */
const TRIGGERS = `
CREATE TRIGGER IF NOT EXISTS traces_outdated AFTER UPDATE OF user_message, assistant_reply ON episodes
  WHEN old.redacted IS NOT new.redacted OR old.user_message IS NOT new.user_message BEGIN
  DELETE FROM traces WHERE user_id = old.user_id AND episode_id = old.id;
END;
CREATE TRIGGER IF NOT EXISTS reviews_gone AFTER DELETE ON entities BEGIN
  DELETE FROM reviews WHERE user_id = old.user_id AND left_id = old.id;
  DELETE FROM reviews WHERE user_id = old.user_id AND right_id = old.id;
END;
CREATE TRIGGER IF NOT EXISTS vectors_removed AFTER DELETE ON vectors BEGIN
  DELETE FROM vector_bits WHERE user_id = old.user_id AND tag = old.tag AND kind = old.kind AND n = old.n;
END;
`;

/**
 * A memory waits for a vector when it comes and when its words change; the vector of its old words goes. Without search
 * text it may not be found at all, as a turn off the record or replaced.
 */
function vectorTriggers([kind, table]: readonly [kind: string, table: string]): string {
  const gone = `
    DELETE FROM unembedded WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;
    DELETE FROM vectors WHERE user_id = old.user_id AND kind = '${kind}' AND id = old.id;`;
  const waits = `
    INSERT OR IGNORE INTO unembedded SELECT new.user_id, '${kind}', new.id WHERE new.search_text <> '';`;
  return `
CREATE TRIGGER IF NOT EXISTS ${table}_vector_added AFTER INSERT ON ${table} BEGIN ${waits} END;
CREATE TRIGGER IF NOT EXISTS ${table}_vector_removed AFTER DELETE ON ${table} BEGIN ${gone} END;
CREATE TRIGGER IF NOT EXISTS ${table}_vector_changed AFTER UPDATE OF search_text ON ${table}
  WHEN old.search_text IS NOT new.search_text BEGIN ${gone} ${waits} END;
`;
}

/** By index: table and column. A message and its reply are apart: a long reply must not bury a short statement. */
const SEARCHED = [
  ["episodes", "episodes", "search_text"],
  ["replies", "episodes", "reply_text"],
  ["facts", "facts", "search_text"],
  ["entities", "entities", "search_text"],
  ["communities", "communities", "search_text"],
] as const;

export const FTS_TABLES = SEARCHED.map(([index]) => `${index}_fts`);

/**
 * Full text over one table, as external content with triggers: contentless FTS5 makes Node throw or round row
 * numbers. `scope` ("u7") is matched inside the index, which is eight times faster than joining for
 * a small user. FTS5's own `secure-delete` removes a deleted word's entry at once instead of writing a tombstone.
 */
function fullText([index, table, column]: readonly [index: string, table: string, column: string]): string {
  const fts = `${index}_fts`;
  const row = (which: "old" | "new"): string => `${which}.n, 'u' || ${which}.user_id, ${which}.${column}`;
  const remove = `INSERT INTO ${fts} (${fts}, rowid, scope, text) VALUES ('delete', ${row("old")});`;
  const add = `INSERT INTO ${fts} (rowid, scope, text) VALUES (${row("new")});`;
  return `
CREATE VIEW IF NOT EXISTS ${index}_index AS SELECT n, 'u' || user_id AS scope, ${column} AS text FROM ${table};
CREATE VIRTUAL TABLE IF NOT EXISTS ${fts} USING fts5 (
  scope, text, content = '${index}_index', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER IF NOT EXISTS ${index}_added AFTER INSERT ON ${table} BEGIN ${add} END;
CREATE TRIGGER IF NOT EXISTS ${index}_removed AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER IF NOT EXISTS ${index}_changed AFTER UPDATE OF ${column} ON ${table}
  WHEN old.${column} IS NOT new.${column} BEGIN ${remove} ${add} END;
`;
}

/** FTS5 then writes a marker for a removed word, which is much faster; only `rebuild` makes the word itself go. */
export function secureDelete(on: boolean): string {
  return FTS_TABLES.map(
    (fts) => `INSERT INTO ${fts} (${fts}, rank) VALUES ('secure-delete', ${on ? 1 : 0});`,
  ).join("\n");
}

/** Everything on top of the tables, once they have their columns. */
export const INDEXES_AND_TRIGGERS = [
  indexSql("INDEX", INDEXES),
  indexSql("UNIQUE INDEX", UNIQUE_INDEXES),
  TRIGGERS,
  ...SEARCHED.map(fullText),
  ...Object.entries(TABLE_OF).map(vectorTriggers),
  secureDelete(true),
  "INSERT OR IGNORE INTO vector_numbers SELECT 1, coalesce(max(n), 0) FROM vectors;",
].join("");
