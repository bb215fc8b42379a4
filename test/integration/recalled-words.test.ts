import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import neo4j from "neo4j-driver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { openConnection } from "../../src/adapters/sqlite/connection.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { showRecalled } from "../../src/services/retrieval/memory-items.ts";
import { START, must, say, testClock } from "../contracts/memory-store-story.ts";
import { TO_SCHEMA_19 } from "../support/older-database.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

/** What versions before this one kept with a turn. */
const quote = { start: 0, end: 6, quote: "Quokka", assertedBy: "user", occurredAt: START };
const WITH_WORDS = JSON.stringify([
  {
    n: 1,
    kind: "episode",
    id: "told",
    text: "user: Quokka",
    status: "complete",
    score: 0.5,
    evidence: ["told", "told", "e0"].map((episodeId) => ({ ...quote, episodeId })),
  },
  { n: 2, kind: "fact", id: "f9", text: "Quokka", status: "staged", score: 0.25, evidence: [] },
]);

async function expectIds(store: MemoryStore): Promise<void> {
  const user = store.forUser("ann");
  const turn = must(await user.episode("asked"));
  expect(turn.recalled).toEqual([
    { n: 1, kind: "episode", id: "told", score: 0.5, episodeIds: ["e0"] },
    { n: 2, kind: "fact", id: "f9", score: 0.25, episodeIds: [] },
  ]);
  const [shown] = await showRecalled(user, [turn], START);
  expect(shown?.recalled).toMatchObject([
    { n: 1, text: "user: I keep a quokka.", status: "complete", evidence: [{ episodeId: "told" }] },
    { n: 2, text: "", status: "gone", evidence: [] },
  ]);
}

async function tell(store: MemoryStore): Promise<void> {
  await say(store.forUser("ann"), "told", "I keep a quokka.");
  await say(store.forUser("ann"), "asked", "What do I keep?");
}

describe("turns that kept the words of what was recalled keep ids", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "engram-recalled-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("on SQLite", async () => {
    const file = join(folder, "engram.db");
    const before = await createSqliteStore({ file, clock: testClock() });
    await tell(before);
    await before.close();
    const db = openConnection(file, "writer");
    db.run("UPDATE episodes SET recalled = ? WHERE id = 'asked'", WITH_WORDS);
    db.exec(
      `${TO_SCHEMA_19}
       DROP INDEX traces_suspicion;
       ALTER TABLE api_keys DROP COLUMN session;
       ALTER TABLE facts DROP COLUMN expansion;
       PRAGMA user_version = 13`,
    );
    db.close();
    const store = await createSqliteStore({ file, clock: testClock() });
    await expectIds(store);
    await store.close();
    expect(readFileSync(file).includes("user: Quokka")).toBe(false);
  });

  test.skipIf(neo4jMissing() !== null)("on Neo4j", async () => {
    const server = await leaseNeo4j();
    const before = await createNeo4jStore({ ...server, clock: testClock() });
    await tell(before);
    await before.close();
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    await driver.executeQuery("MATCH (e:Episode {id: 'asked'}) SET e.recalled = $words", {
      words: WITH_WORDS,
    });
    await driver.executeQuery("MATCH (m:Migration {version: 14}) DELETE m");
    const store = await createNeo4jStore({ ...server, clock: testClock() });
    await expectIds(store);
    await store.close();
    const left = await driver.executeQuery("MATCH (e:RecallsWords) RETURN e");
    expect(left.records).toEqual([]);
    await driver.close();
  });
});
