import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { vectorExtension } from "./vector-extension.ts";

export type Value = SQLInputValue;
export type Named = Record<string, SQLInputValue>;
/** By position, or all by name. */
type Params = Value[] | [Named];

/** One SQLite connection of a worker, with its prepared statements cached. */
export interface Connection {
  readonly file: string;
  all<T>(sql: string, ...params: Params): T[];
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the row's shape
  get<T>(sql: string, ...params: Params): T | undefined;
  /** Iterates rows, for passes over a whole table. Nothing may be written while it runs. */
  each<T>(sql: string, ...params: Value[]): IterableIterator<T>;
  /** Number of rows changed. */
  run(sql: string, ...params: Params): number;
  exec(sql: string): void;
  isTransaction(): boolean;
  /** All or nothing, also when nested. `read` gives several queries one snapshot. */
  transaction<T>(kind: "read" | "write", body: () => T): T;
  close(): void;
}

/** How long a statement waits for another connection's lock. */
const BUSY_TIMEOUT_MS = 5_000;
/** Negative: KiB. 64 MiB of page cache per connection. */
const CACHE_SIZE = -65_536;
/** Larger than most stores, so that reads come from the file's own pages (vector scans: 34 ms against 55 ms). */
const MMAP_SIZE_BYTES = 1_073_741_824;
/** The WAL is truncated to this after a checkpoint. */
const JOURNAL_SIZE_BYTES_MAX = 67_108_864;

const SHARED_PRAGMAS = `
  PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = ${CACHE_SIZE};
  PRAGMA mmap_size = ${MMAP_SIZE_BYTES};
`;

/** FULL: an acknowledged write survives power loss. `secure_delete`: deleted data is overwritten with zeros. */
const WRITER_PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 1000;
  PRAGMA journal_size_limit = ${JOURNAL_SIZE_BYTES_MAX};
`;

/** `plain`: for a single copy of the file, then closed. */
const PRAGMAS = { writer: WRITER_PRAGMAS, reader: "PRAGMA query_only = ON", plain: "" };

export function openConnection(file: string, role: keyof typeof PRAGMAS): Connection {
  const db = new DatabaseSync(file, { allowExtension: true });
  const extension = vectorExtension();
  if (extension !== null) db.loadExtension(extension);
  db.enableLoadExtension(false);
  db.exec(SHARED_PRAGMAS);
  db.exec(PRAGMAS[role]);
  return wrap(db, file);
}

function wrap(db: DatabaseSync, file: string): Connection {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    file,
    all: <T>(sql: string, ...params: Params) => prepare(sql).all(...(params as Value[])) as T[],
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as declared
    get: <T>(sql: string, ...params: Params) => prepare(sql).get(...(params as Value[])) as T | undefined,
    each: <T>(sql: string, ...params: Value[]) => db.prepare(sql).iterate(...params) as IterableIterator<T>,
    run: (sql, ...params) => Number(prepare(sql).run(...(params as Value[])).changes),
    exec: (sql) => db.exec(sql),
    isTransaction: () => db.isTransaction,
    transaction: (kind, body) => transaction(db, kind, body),
    close: () => db.close(),
  };
}

function transaction<T>(db: DatabaseSync, kind: "read" | "write", body: () => T): T {
  if (db.isTransaction) return savepoint(db, body);
  // IMMEDIATE: a write that has to wait waits here, not half-way through.
  db.exec(kind === "write" ? "BEGIN IMMEDIATE" : "BEGIN");
  try {
    const result = body();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite has already rolled back after some errors (a full disk).
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** One of several writes committed together: it succeeds or fails independently. */
function savepoint<T>(db: DatabaseSync, body: () => T): T {
  db.exec("SAVEPOINT one");
  try {
    const result = body();
    db.exec("RELEASE one");
    return result;
  } catch (error) {
    // Without a transaction all of them are rolled back: the caller that began it handles this.
    if (db.isTransaction) db.exec("ROLLBACK TO one; RELEASE one");
    throw error;
  }
}

/** For work that would rather be postponed than wait for another connection. */
export function withoutLockWait<T>(db: Connection, work: () => T): T {
  db.exec("PRAGMA busy_timeout = 0");
  try {
    return work();
  } finally {
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

export type Columns = Readonly<Record<string, Value | boolean | undefined>>;

/** In SQLite's types: booleans as numbers. */
export function plain(columns: Columns): Named {
  const given = Object.entries(columns).map(([name, value]) => [
    name,
    typeof value === "boolean" ? Number(value) : (value ?? null),
  ]);
  return Object.fromEntries(given) as Named;
}

/** `INSERT` of these columns with named parameters. `or`: what becomes of a row whose key is taken. */
export function insertSql(
  table: string,
  columns: readonly string[],
  or: "" | "OR IGNORE" | "OR REPLACE" = "",
): string {
  return `INSERT ${or} INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((c) => `$${c}`).join(", ")})`;
}

/** Insert, or overwrite all but the key. */
export function upsertSql(table: string, columns: readonly string[], key: readonly string[]): string {
  const set = columns.filter((c) => !key.includes(c)).map((c) => `${c} = excluded.${c}`);
  return `${insertSql(table, columns)} ON CONFLICT (${key.join(", ")}) DO UPDATE SET ${set.join(", ")}`;
}
