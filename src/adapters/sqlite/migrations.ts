import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { keepPrivate } from "../system/disk.ts";
import { EngramError } from "../../errors.ts";
import { isUnspaced } from "../../language/text.ts";
import { TABLE_OF } from "../store-core/rows.ts";
import { communitiesById, writeCommunity } from "./communities.ts";
import type { Connection } from "./connection.ts";
import type { Context } from "./context.ts";
import { findEpisodeRow, updateEpisode } from "./episodes.ts";
import { entitiesById, factsById } from "./graph-read.ts";
import { writeEntity, writeFact } from "./graph-write.ts";
import { FTS_TABLES, INDEXES_AND_TRIGGERS, TABLES } from "./schema.ts";

/** A step for files of versions below this one. */
export interface Migration {
  version: number;
  up: string | ((db: Connection) => void);
}

/**
 * In this order. A new table, column, index or trigger needs no step of its own, only a higher version of the second; a
 * rewrite of rows does.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    // The key moves out of the database: what was one in it is a salt, and no turn has a hash that no key made.
    version: 13,
    up: `ALTER TABLE users RENAME COLUMN hmac_key TO salt;
      UPDATE episodes SET chain_hash = NULL WHERE chain_hash IS NOT NULL;`,
  },
  // It was never null, and nothing set it.
  { version: 15, up: "ALTER TABLE episodes DROP COLUMN outcome" },
  // It has the predicate and the time now.
  { version: 25, up: "DROP INDEX IF EXISTS facts_subject" },
  { version: 25, up: completeSchema },
  {
    version: 3,
    up: Object.entries(TABLE_OF)
      .map(
        ([kind, table]) =>
          `INSERT OR IGNORE INTO unembedded SELECT user_id, '${kind}', id FROM ${table} WHERE search_text <> '';`,
      )
      .join(""),
  },
  {
    // The words of what was recalled become the ids of the memories, and of the turns those rested on.
    version: 14,
    up: `UPDATE episodes SET recalled = (
        SELECT json_group_array(json_object(
          'n', one.value ->> 'n',
          'kind', one.value ->> 'kind',
          'id', one.value ->> 'id',
          'score', one.value ->> 'score',
          'episodeIds', json((
            SELECT json_group_array(DISTINCT quote.value ->> 'episodeId')
            FROM json_each(one.value, '$.evidence') quote
            WHERE quote.value ->> 'episodeId' <> one.value ->> 'id'))))
        FROM json_each(episodes.recalled) one)
      WHERE recalled <> '[]';`,
  },
  { version: 19, up: segmentTexts },
];

/**
 * Migrates a database to the newest version, in one transaction. A non-empty database is first backed up next to itself
 * (`<file>.before-v<N>.bak`).
 */
export function migrate(db: Connection, migrations: readonly Migration[] = MIGRATIONS): void {
  const target = Math.max(...migrations.map((m) => m.version));
  const current = userVersion(db);
  if (current > target) throw tooNew(current, target);
  if (current === target) return;
  const isNew = !holdsTables(db);
  if (!isNew) copyDatabase(db, `${db.file}.before-v${target}.bak`);
  db.transaction("write", () => {
    for (const { version, up } of migrations) {
      if (version <= current || (isNew && up !== completeSchema)) continue;
      if (typeof up === "string") db.exec(up);
      else up(db);
    }
    db.exec(`PRAGMA user_version = ${target}`);
  });
}

function completeSchema(db: Connection): void {
  db.exec(TABLES);
  addColumns(db);
  db.exec(INDEXES_AND_TRIGGERS);
}

interface Column {
  table_name: string;
  name: string;
  type: string;
  dflt_value: string | null;
}

const COLUMNS = `SELECT t.name AS table_name, c.name, c.type, c.dflt_value FROM sqlite_schema t, pragma_table_info(t.name) c
  WHERE t.type = 'table'`;

/** Columns in the schema but not in the file: fields added to a record later, which older rows lack. */
export function addColumns(db: Connection): void {
  using wanted = new DatabaseSync(":memory:");
  wanted.exec(TABLES);
  const columns = wanted.prepare(COLUMNS).all() as unknown as Column[];
  const known = new Set(db.all<Column>(COLUMNS).map(({ table_name, name }) => `${table_name} ${name}`));
  for (const { table_name, name, type, dflt_value } of columns) {
    if (known.has(`${table_name} ${name}`)) continue;
    const given = dflt_value === null ? "" : ` NOT NULL DEFAULT ${dflt_value}`;
    db.exec(`ALTER TABLE ${table_name} ADD COLUMN ${name} ${type}${given}`);
  }
}

/**
 * Texts in scripts without spaces were indexed as one word per clause: now they are segmented. Indexes are rebuilt, so that
 * no old word remains; vectors were made from other texts and stay, so no trigger runs.
 */
function segmentTexts(db: Connection): void {
  const triggers = db.all<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_changed' ESCAPE '\\'",
  );
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const { user_id: user } of db.all<{ user_id: number }>("SELECT user_id FROM users")) {
    const ctx: Context = { db, user, now: "", hashKey: new Uint8Array(0) };
    for (const id of unspacedRows(ctx, "episodes", "search_text || reply_text")) {
      const row = findEpisodeRow(ctx, id);
      if (row !== null) updateEpisode(ctx, row);
    }
    for (const fact of factsById(ctx, unspacedRows(ctx, "facts"))) writeFact(ctx, fact);
    for (const entity of entitiesById(ctx, unspacedRows(ctx, "entities"))) writeEntity(ctx, entity);
    for (const one of communitiesById(ctx, unspacedRows(ctx, "communities"))) writeCommunity(ctx, one);
  }
  for (const index of FTS_TABLES) db.exec(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`);
  for (const { sql } of triggers) db.exec(sql);
}

/** Ids of the rows with words in a script without spaces. */
function unspacedRows({ db, user }: Context, table: string, texts = "search_text"): string[] {
  const sql = `SELECT id, ${texts} AS text FROM ${table} WHERE user_id = ?`;
  const found: string[] = [];
  for (const { id, text } of db.each<{ id: string; text: string }>(sql, user))
    if (isUnspaced(text)) found.push(id);
  return found;
}

function userVersion(db: Connection): number {
  return db.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}

function holdsTables(db: Connection): boolean {
  return db.get("SELECT 1 FROM sqlite_schema LIMIT 1") !== undefined;
}

/** A consistent copy by `VACUUM INTO`; a half-written one never has the final name. */
export function copyDatabase(db: Connection, to: string): void {
  const partial = `${to}.partial`;
  if (existsSync(partial)) rmSync(partial);
  try {
    db.run("VACUUM INTO ?", partial);
    keepPrivate(partial);
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
