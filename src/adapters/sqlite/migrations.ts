import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import { EngramError } from "../../errors.ts";
import { mapperOf } from "../../store/fields.ts";
import { TABLES } from "../../store/schema.ts";
import type { Connection } from "./connection.ts";
import { SCHEMA } from "./schema.ts";
import * as steps from "./schema-steps.ts";
import { segmentTexts } from "./segmented-schema.ts";

/** One migration of the schema. A released one is never edited. */
export interface Migration {
  version: number;
  name: string;
  up: string | ((db: Connection) => void);
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "first schema", up: SCHEMA },
  { version: 2, name: "wishes to the memory", up: "ALTER TABLE episodes ADD COLUMN intent TEXT" },
  { version: 3, name: "vectors", up: steps.VECTOR_SCHEMA },
  { version: 4, name: "traces of model calls", up: steps.TRACE_SCHEMA },
  { version: 5, name: "questions to the owner", up: steps.REVIEW_SCHEMA },
  { version: 6, name: "giving away a whole memory", up: steps.TRANSFER_SCHEMA },
  { version: 7, name: "rights of keys, and the audit", up: steps.AUDIT_SCHEMA },
  { version: 8, name: "confidence that is adjusted, turns that are summed up", up: steps.SUMMARY_SCHEMA },
  { version: 9, name: "topics, summaries, the vectors that serve", up: steps.COMMUNITY_SCHEMA },
  { version: 10, name: "days, their reports, and notes of the service", up: steps.DAY_SCHEMA },
  { version: 11, name: "numbers of vectors that are used once", up: steps.VECTOR_NUMBERS_SCHEMA },
  {
    version: 12,
    name: "when a failed extraction is tried again",
    up: "ALTER TABLE episodes ADD COLUMN extraction_retry_at TEXT",
  },
  {
    version: 13,
    name: "a key outside the database: what was one in it is a salt, and no turn has a hash that no key made",
    up: `ALTER TABLE users RENAME COLUMN hmac_key TO salt;
      UPDATE episodes SET chain_hash = NULL WHERE chain_hash IS NOT NULL;
      CREATE TABLE hash_key (id TEXT NOT NULL);`,
  },
  { version: 14, name: "turns keep ids of what was recalled, not words", up: steps.RECALLED_SCHEMA },
  { version: 15, name: "no outcome that nothing sets", up: "ALTER TABLE episodes DROP COLUMN outcome" },
  {
    version: 16,
    name: "turns by how suspicious a reasoning about them was",
    up: "CREATE INDEX traces_suspicion ON traces (user_id, suspicion, episode_id) WHERE suspicion IS NOT NULL",
  },
  { version: 17, name: "sessions of browsers", up: "ALTER TABLE api_keys ADD COLUMN session TEXT" },
  { version: 18, name: "other words for facts", up: "ALTER TABLE facts ADD COLUMN expansion TEXT" },
  { version: 19, name: "words of scripts without spaces", up: segmentTexts },
  {
    version: 20,
    name: "feedback by its basis",
    up: `ALTER TABLE feedback ADD COLUMN basis TEXT NOT NULL DEFAULT 'rated';
      ALTER TABLE feedback ADD COLUMN episode_id TEXT;
      ALTER TABLE feedback ADD COLUMN weight REAL;
      CREATE INDEX feedback_of_turns ON feedback (user_id, at) WHERE episode_id IS NOT NULL;`,
  },
  {
    version: 21,
    name: "links",
    up: `CREATE TABLE links (
        user_id INTEGER NOT NULL REFERENCES users (user_id),
        id TEXT NOT NULL,
        type TEXT NOT NULL,
        from_kind TEXT NOT NULL,
        from_id TEXT NOT NULL,
        to_kind TEXT NOT NULL,
        to_id TEXT NOT NULL,
        weight REAL NOT NULL,
        derived INTEGER NOT NULL,
        persistent INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        expires_at TEXT,
        PRIMARY KEY (user_id, id)
      ) WITHOUT ROWID;
      CREATE INDEX links_from ON links (user_id, from_id);
      CREATE INDEX links_to ON links (user_id, to_id);
      CREATE INDEX links_time ON links (user_id, created_at, id);
      CREATE INDEX links_expiry ON links (user_id, expires_at) WHERE expires_at IS NOT NULL;`,
  },
  { version: 22, name: "episodes by context type", up: indexContextTypes },
  { version: 23, name: "pinned and archived conversations", up: addColumns },
];

/** The column may be there: a field of a record that a file lacks is added without a migration. */
function indexContextTypes(db: Connection): void {
  const known = db.get("SELECT 1 FROM pragma_table_info('episodes') WHERE name = 'context_type'");
  if (known === undefined) db.exec("ALTER TABLE episodes ADD COLUMN context_type TEXT");
  db.exec(`CREATE INDEX episodes_context_type ON episodes (user_id, context_type, recorded_at)
    WHERE context_type IS NOT NULL`);
}

/**
 * Migrates a database to the newest version, each step in its own transaction. A non-empty database is
 * first backed up next to itself (`<file>.before-v<N>.bak`).
 */
export function migrate(db: Connection, migrations: readonly Migration[] = MIGRATIONS): void {
  const target = Math.max(0, ...migrations.map((m) => m.version));
  const current = userVersion(db);
  if (current > target) throw tooNew(current, target);
  if (current < target && holdsTables(db)) backupBeforeMigration(db, target);
  for (const migration of migrations) if (migration.version > current) step(db, migration);
}

/** Columns in the schema but not in the file: fields added to a record later, which older files lack. */
export function addColumns(db: Connection): void {
  for (const [table, fields] of Object.entries(TABLES)) {
    const there = db.all<{ name: string }>("SELECT name FROM pragma_table_info(?)", table);
    const known = new Set(there.map(({ name }) => name));
    if (known.size === 0) continue;
    for (const column of mapperOf(fields).columns)
      if (!known.has(column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
  }
}

function step(db: Connection, migration: Migration): void {
  db.transaction("write", () => {
    if (typeof migration.up === "string") db.exec(migration.up);
    else migration.up(db);
    db.exec(`PRAGMA user_version = ${migration.version}`);
  });
}

function userVersion(db: Connection): number {
  return db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}

function holdsTables(db: Connection): boolean {
  return db.get("SELECT 1 FROM sqlite_schema LIMIT 1") !== undefined;
}

function backupBeforeMigration(db: Connection, version: number): void {
  copyDatabase(db, `${db.file}.before-v${version}.bak`);
}

/** A consistent copy by `VACUUM INTO`; a half-written one never has the final name. */
export function copyDatabase(db: Connection, to: string): void {
  const partial = `${to}.partial`;
  if (existsSync(partial)) rmSync(partial);
  try {
    db.run("VACUUM INTO ?", partial);
    chmodSync(partial, 0o600);
    renameSync(partial, to);
  } finally {
    rmSync(partial, { force: true });
  }
}

function tooNew(found: number, known: number): EngramError {
  return new EngramError(
    "store_unavailable",
    `The database was written by a newer Engram (schema ${found}; this one knows ${known}). Update Engram, or restore an older backup.`,
  );
}
