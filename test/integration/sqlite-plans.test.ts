import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connection, openConnection } from "../../src/adapters/sqlite/connection.ts";
import { ensureUser } from "../../src/adapters/sqlite/context.ts";
import { addColumns, migrate } from "../../src/adapters/sqlite/migrations.ts";
import { SYSTEM, USER } from "../../src/adapters/sqlite/operations.ts";
import { rowsOf } from "../../src/adapters/sqlite/statements.ts";
import { putStatistics } from "../../src/adapters/sqlite/statistics.ts";
import { type UserContext, userContext } from "../../src/adapters/sqlite/user-context.ts";
import { eachKind } from "../../src/adapters/store-core/search.ts";
import type { TextQuery, UserStore, VectorQuery } from "../../src/ports/memory-store.ts";
import { START } from "../contracts/memory-store-story.ts";
import { live, someVector, TAG } from "../support/neo4j-lives.ts";
import { type TestFolder, testFolder } from "../support/service.ts";

const DIMENSIONS = 16;
/** What has to look at all rows of a user, and why. */
const ALL_OF_A_USER: RegExp[] = [
  // Pages and their first row: they stop at their limit.
  /LIMIT (?:\?|\$limit|\d+)\s*$/,
  // Another model's vectors: everything waits for one.
  /^INSERT OR IGNORE INTO unembedded/,
  /^DELETE FROM vectors WHERE user_id = \? AND tag <> \?/,
];

type Operation = (ctx: UserContext, ...args: unknown[]) => unknown;
const OPERATIONS = USER as unknown as Record<string, Operation>;

/**
 * The plans of what a chat, an extraction and a search ask, on a database that is young: they must be those of one that
 * is full.
 */
describe("plans of the statements on SQLite", () => {
  let folder: TestFolder;
  let db: Connection;
  const seen = new Set<string>();

  beforeAll(async () => {
    folder = await testFolder();
    db = openConnection(join(folder.path, "engram.db"), "writer");
    migrate(db);
    addColumns(db);
    putStatistics(db);
    const user = userOf(recording(db, seen));
    await live(user, DIMENSIONS);
    await asks(user);
    const watched = recording(db, seen);
    SYSTEM.pendingExtraction(rowsOf(watched), 10);
    SYSTEM.pendingVerification(rowsOf(watched));
    SYSTEM.openEpisodes(rowsOf(watched), START, 10);
  });
  afterAll(async () => {
    db.close();
    await folder.remove();
  });

  test("none reads all rows of a user, or of all users, for a few of them", () => {
    expect(seen.size).toBeGreaterThan(60);
    const wrong = [...seen].flatMap((sql) => {
      const plain = sql.replace(/\s+/g, " ").trim();
      if (ALL_OF_A_USER.some((form) => form.test(plain))) return [];
      return widePlans(db, sql).map((detail) => `${detail}: ${plain.slice(0, 100)}`);
    });
    expect(wrong).toEqual([]);
  });

  test("what an entity has of one relation is one range of an index that has its time, too", async () => {
    const asked = new Set<string>();
    await userOf(recording(db, asked)).facts({
      entityIds: ["x1", "x2"],
      role: "subject",
      predicates: ["NAME"],
      statuses: ["verified"],
      limit: 5,
    });
    const plans = [...asked].flatMap((sql) => db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`));
    expect(plans.map(({ detail }) => detail)).toContain(
      "SEARCH f USING COVERING INDEX facts_subject (user_id=? AND subject_id=? AND status=? AND predicate=?)",
    );
  });

  test("the open questions about facts are found by the facts", async () => {
    const asked = new Set<string>();
    const questions = { kind: "closing", state: "open", rightIds: ["f1", "f2"], limit: 200 } as const;
    await userOf(recording(db, asked)).reviewPage(questions);
    const plans = [...asked].flatMap((sql) => db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`));
    expect(plans.map(({ detail }) => detail)).toContain(
      "SEARCH reviews USING INDEX reviews_right (user_id=? AND right_id=?)",
    );
  });

  test("what the planner was told is told once, and again after counts of its own", () => {
    const told = (): unknown[] => db.all("SELECT * FROM sqlite_stat1 ORDER BY tbl, idx");
    const before = told();
    db.exec("ANALYZE");
    expect(told()).not.toEqual(before);
    putStatistics(db);
    expect(told()).toEqual(before);
  });
});

/** Steps that go through a user's whole table, or a whole table. */
function widePlans(db: Connection, sql: string): string[] {
  if (/^\s*(?:BEGIN|COMMIT|SAVEPOINT|RELEASE)/.test(sql)) return [];
  const tables = new Set(db.all<{ name: string }>("SELECT name FROM sqlite_schema").map(({ name }) => name));
  const steps = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
  return steps.filter((detail) => {
    if (/^SEARCH .*\(user_id=\?\)$/.test(detail)) return true;
    const scanned = /^SCAN (\w+)$/.exec(detail)?.[1];
    return scanned !== undefined && tables.has(scanned);
  });
}

function recording(db: Connection, seen: Set<string>): Connection {
  const note = (sql: string): string => {
    seen.add(sql);
    return sql;
  };
  return {
    ...db,
    all: (sql, ...params) => db.all(note(sql), ...params),
    get: (sql, ...params) => db.get(note(sql), ...params),
    run: (sql, ...params) => db.run(note(sql), ...params),
  };
}

/** The operations without the threads around them. */
function userOf(db: Connection): UserStore {
  const call =
    (name: string) =>
    async (...args: unknown[]): Promise<unknown> =>
      db.transaction("write", () => {
        const operation = OPERATIONS[name];
        if (operation === undefined) throw new Error(`No operation ${name}`);
        const user = ensureUser(db, "ann");
        return operation(userContext({ db, user, now: START, hashKey: new Uint8Array(32) }), ...args);
      });
  const kinds = (name: string) => async (query: TextQuery | VectorQuery) =>
    (await eachKind<TextQuery | VectorQuery, unknown>(query, call(name))).flat();
  const byKind: Record<string, unknown> = { search: kinds("search"), nearest: kinds("nearest") };
  return new Proxy({} as UserStore, { get: (_, name) => byKind[String(name)] ?? call(String(name)) });
}

/** What a turn asks from its arrival to its check. */
async function asks(user: UserStore): Promise<void> {
  const statuses = ["verified", "staged"] as const;
  await user.entitiesByAlias(["person 1", "topic"]);
  await user.entitiesById(["x1", "x2"]);
  await user.known({ names: ["person 1", "i"], self: true, statuses, limit: 20, around: 20, depth: 3 });
  await user.search({
    terms: ["topic1"],
    kinds: ["fact", "entity", "episode", "reply"],
    limit: 10,
    statuses,
  });
  await user.nearest({
    tag: TAG,
    vector: someVector(DIMENSIONS, "q"),
    kinds: ["fact", "entity", "episode"],
    limit: 10,
    statuses,
  });
  for (const role of ["subject", "object", "either"] as const)
    await user.facts({ entityIds: ["x1", "x2"], role, statuses, limit: 50 });
  await user.facts({ episodeIds: ["e1", "e2"], statuses, limit: 50 });
  await user.factsById(["f1"]);
  await user.mentions(["e1"]);
  await user.neighbours(["e10"], 2);
  await user.episodes({ conversationId: "c1", order: "newest", limit: 5 });
  await user.episodes({ extraction: "pending", order: "oldest", limit: 5 });
  await user.episodes({ verification: "pending", order: "oldest", limit: 5 });
  await user.traces(["e1"]);
  await user.reviewsById(["r1"]);
  await user.reviewPage({ kind: "closing", state: "open", rightIds: ["f1", "f2"], limit: 200 });
  await user.feedbackOn(["f1"]);
  await user.recentFeedback(10);
  await user.undo((await user.changePage({ limit: 1 })).items[0]?.id ?? "");
}
