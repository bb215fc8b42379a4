import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Connection, openConnection } from "../../src/adapters/sqlite/connection.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { MIGRATIONS, migrate } from "../../src/adapters/sqlite/migrations.ts";
import { SYSTEM } from "../../src/adapters/sqlite/operations.ts";
import { rowsOf } from "../../src/adapters/sqlite/statements.ts";
import { batch, fact, testClock } from "../contracts/memory-store-story.ts";
import { openFirstSchema } from "../support/older-database.ts";
import { openSqliteBench, type SqliteBench } from "../support/sqlite-bench.ts";

/** A database of another version is copied and migrated, or refused. */
let at: SqliteBench;

beforeEach(async () => {
  at = await openSqliteBench();
});
afterEach(() => at.remove());

const known = Math.max(...MIGRATIONS.map((migration) => migration.version));
const next = { version: known + 1, up: "CREATE TABLE added (a)" };

test("a key from before there were rights has all", async () => {
  const db = openFirstSchema(at.file);
  db.run("INSERT INTO api_keys (id, user_name, hash, created_at) VALUES ('k', 'ann', '00', '2026-01-01')");
  migrate(db);
  expect(SYSTEM.keys(rowsOf(db)).map((key) => key.rights)).toEqual([["read", "write", "admin"]]);
  db.close();
});

test("a file of the first schema gets exactly what a new one has", () => {
  const older = openFirstSchema(at.file);
  const newer = openConnection(`${at.file}.new`, "writer");
  for (const db of [older, newer]) migrate(db);
  const described = (db: Connection): unknown[] => [
    db.all(
      `SELECT t.name AS owner, c.name, c.type, c.dflt_value, c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' ORDER BY 1, 2`,
    ),
    db.all(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger', 'view') ORDER BY 1, 2",
    ),
  ];
  const plain = (rows: unknown): string => JSON.stringify(rows, null, 1).replaceAll(/(?:\\n|\s)+/g, " ");
  expect(plain(described(older))).toBe(plain(described(newer)));
  for (const db of [older, newer]) db.close();
});

test("a new file needs no backup; an older one is copied before it changes", async () => {
  const db = openConnection(at.file, "writer");
  migrate(db, MIGRATIONS);
  expect(readdirSync(at.folder).filter((name) => name.includes(".bak"))).toEqual([]);
  db.run("INSERT INTO users (name, salt) VALUES ('ann', x'00')");
  migrate(db, [...MIGRATIONS, next]);
  expect(db.get("PRAGMA user_version")).toEqual({ user_version: next.version });
  db.close();
  const backup = new DatabaseSync(`${at.file}.before-v${next.version}.bak`);
  expect(backup.prepare("PRAGMA user_version").get()).toEqual({ user_version: known });
  expect(backup.prepare("SELECT name FROM users").all()).toEqual([{ name: "ann" }]);
  expect(backup.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'added'").get()).toBeUndefined();
  backup.close();
});

test("a field that came to a record since gets its column, and older rows lack it", async () => {
  const before = await at.openStore();
  const { id } = await before.forUser("ann").self();
  const put = (name: string, expansion?: string) => ({
    op: "fact.put" as const,
    fact: fact(name, id, "OWNS", { value: "a boat", ...(expansion !== undefined && { expansion }) }),
  });
  await before.forUser("ann").apply(batch([put("older")]));
  await before.close();
  const db = new DatabaseSync(at.file);
  db.exec("ALTER TABLE facts DROP COLUMN expansion");
  db.close();
  const store = await at.openStore();
  const ann = store.forUser("ann");
  await ann.apply(batch([put("newer", "ship")]));
  expect((await ann.factsById(["older", "newer"])).map(({ expansion }) => expansion)).toEqual([
    undefined,
    "ship",
  ]);
  await store.close();
});

test("a step that fails leaves the file as it was", () => {
  const db = openConnection(at.file, "writer");
  migrate(db, MIGRATIONS);
  const broken = {
    version: known + 2,
    up: "CREATE TABLE half (a); CREATE TABLE users (a)",
  };
  expect(() => migrate(db, [...MIGRATIONS, next, broken])).toThrow();
  expect(db.get("PRAGMA user_version")).toEqual({ user_version: known });
  expect(db.get("SELECT 1 FROM sqlite_schema WHERE name IN ('added', 'half')")).toBeUndefined();
  db.close();
});

test("a database of a newer version is refused, unchanged", async () => {
  await (await at.openStore()).close();
  const db = new DatabaseSync(at.file);
  db.exec("PRAGMA user_version = 99");
  db.close();
  await expect(createSqliteStore({ file: at.file, clock: testClock() })).rejects.toMatchObject({
    name: "EngramError",
    code: "store_unavailable",
    message: expect.stringContaining("newer"),
  });
  expect(readdirSync(at.folder).filter((name) => name.includes(".bak"))).toEqual([]);
});
