/** SQLite, and the same rows and queries without the store around them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SQLInputValue } from "node:sqlite";
import { openConnection, type Connection } from "../../../src/adapters/sqlite/connection.ts";
import { createSqliteStore } from "../../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { STATUSES } from "../../../src/domain/model/status.ts";
import type { Asked, BenchStore } from "./open.ts";
import { fill, TAG, vectorOf } from "./turns.ts";

type Row = Record<string, SQLInputValue>;

/** What one turn leaves, in an order that keeps foreign keys. Waiting lists and indexes are the triggers' work. */
const TABLES = [
  "conversations",
  "episodes",
  "entities",
  "aliases",
  "mentions",
  "facts",
  "evidence",
  "changes",
  "batches",
  "vectors",
  "vector_bits",
] as const;

export async function openSqlite(): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), "engram-bench-"));
  const open = (name: string) => createSqliteStore({ file: join(folder, name), clock: systemClock });
  const store = await open("engram.db");
  const other = await open("raw.db");
  await other.forUser("raw").self();
  await other.forUser("raw").unembedded(TAG, 1);
  await other.close();
  const raw = openConnection(join(folder, "raw.db"), "writer");
  const reader = openConnection(join(folder, "engram.db"), "reader");
  let template: Map<string, Row[]> | null = null;
  return {
    name: "sqlite",
    store,
    fill: (userId, size) => fill(store.forUser(userId), size),
    async rawTurn(userId, n) {
      template ??= rowsOf(reader, userId);
      insert(raw, template, n);
    },
    async rawSearch(userId, asked) {
      search(reader, userId, asked);
    },
    async close() {
      raw.close();
      reader.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All rows of a user who has stored one turn. */
function rowsOf(db: Connection, userId: string): Map<string, Row[]> {
  const user = db.get<{ user_id: number }>("SELECT user_id FROM users WHERE name = ?", userId)?.user_id ?? 0;
  const rows = TABLES.map((table) => {
    const all = db.all<Row>(`SELECT * FROM ${table} WHERE user_id = ?`, user);
    return [table, table === "entities" ? all.filter((row) => row.is_self === 0) : all] as const;
  });
  const found = new Map<string, Row[]>(rows);
  const self = db.get<Row>("SELECT self_id AS id FROM users WHERE user_id = ?", user)?.id;
  for (const table of ["aliases", "vectors"] as const) {
    const own = (found.get(table) ?? []).filter((row) => row.id !== self && row.entity_id !== self);
    found.set(table, own);
  }
  return found;
}

const IDS = /^(?:id|.*_id|once|e)$/;

/** The template's rows under ids of their own, in one transaction. */
function insert(db: Connection, template: Map<string, Row[]>, n: number): void {
  const user = db.get<{ user_id: number; self_id: string }>("SELECT user_id, self_id FROM users");
  if (user === undefined) throw new Error("The raw store has no user");
  const own = new Set([...template.values()].flat().map((row) => row.id));
  const renamed = (column: string, value: SQLInputValue): SQLInputValue => {
    if (column === "user_id") return user.user_id;
    if (typeof value !== "string" || !IDS.test(column)) return value;
    const isOwn = own.has(value) || column === "once" || column === "conversation_id";
    return isOwn ? `${value}#${n}` : user.self_id;
  };
  db.transaction("write", () => {
    for (const [table, rows] of template) {
      for (const row of rows) {
        if (table === "vector_bits") continue;
        const columns = Object.keys(row).filter((column) => column !== "n");
        db.run(
          `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
          ...columns.map((column) => renamed(column, row[column] as SQLInputValue)),
        );
      }
    }
    for (const { id } of (template.get("vectors") ?? []) as { id: string }[]) {
      db.run(
        `INSERT INTO vector_bits SELECT user_id, tag, kind, n, vec_quantize_binary(e) FROM vectors
         WHERE user_id = ? AND tag = ? AND id = ?`,
        user.user_id,
        TAG,
        `${id}#${n}`,
      );
      db.run("DELETE FROM unembedded WHERE user_id = ? AND id = ?", user.user_id, `${id}#${n}`);
    }
  });
}

const INDEXES = [
  ["facts", "facts"],
  ["entities", "entities"],
  ["episodes", "episodes"],
  ["replies", "episodes"],
] as const;
/** Candidates by their signs that are compared at full length, of each kind. */
const RESCORED = 400;

/** The four full-text queries and the three vector queries that the default recipe is made of. */
function search(db: Connection, userId: string, { words, key, quotas }: Asked): void {
  const user = db.get<{ user_id: number }>("SELECT user_id FROM users WHERE name = ?", userId)?.user_id ?? 0;
  const match = `scope:"u${user}" AND text:(${words.map((word) => `"${word}"`).join(" OR ")})`;
  for (const [index, table] of INDEXES) {
    db.all(
      `SELECT t.id, b.score FROM (SELECT rowid AS n, bm25(${index}_fts, 0.0, 1.0) AS score FROM ${index}_fts
         WHERE ${index}_fts MATCH ? ORDER BY score LIMIT ${quotas.text}) b
       JOIN ${table} t ON t.n = b.n ${table === "episodes" ? "" : `AND t.status IN (${STATUSES.map((s) => `'${s}'`).join()})`}`,
      match,
    );
  }
  const vector = new Uint8Array(vectorOf(key).buffer);
  for (const kind of ["fact", "entity", "episode"]) {
    db.all(
      `SELECT v.id, vec_distance_cosine(v.e, ?1) AS d FROM (
         SELECT n FROM vector_bits WHERE user_id = ?2 AND tag = ?3 AND kind = ?4
         ORDER BY vec_distance_hamming(vec_bit(bits), vec_quantize_binary(?1)) LIMIT ${RESCORED}) b
       JOIN vectors v ON v.n = b.n ORDER BY d LIMIT ${quotas.vector}`,
      vector,
      user,
      TAG,
      kind,
    );
  }
}
