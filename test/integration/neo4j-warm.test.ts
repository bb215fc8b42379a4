import neo4j from "neo4j-driver";
import { DEFAULT_SETTINGS } from "../../src/domain/model/user.ts";
import { expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { recall, type RecallDeps } from "../../src/services/retrieval/recall.ts";
import { warmRecall } from "../../src/services/retrieval/warm.ts";
import { say, testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

const NO_DEADLINE_MS = 120_000;

const missing = neo4jMissing();

/** A server plans a statement when it sees it first, which takes up to a second: nobody's first message may wait for that. */
const title = "the first recall after a start asks Neo4j for nothing that the warm-up has not asked for";
test.skipIf(missing !== null)(missing === null ? title : `${title} (${missing})`, async () => {
  const server = await leaseNeo4j();
  const clock = testClock();
  let asked = new Set<string>();
  const onPlan = (statement: string): void => void asked.add(statement);
  const store = await createNeo4jStore({ ...server, clock, warm: true, onPlan });
  try {
    await warmRecall({ clock }, store.forUser("nobody"), 2);
    const warmed = asked;
    expect(await store.system.users()).toEqual([]);
    for (let n = 0; n < 20; n++) await say(store.forUser("ann"), `e${n}`, `I have seen the boat Mira${n}.`);

    asked = new Set();
    const misses: string[] = [];
    const deps: RecallDeps = {
      clock,
      deadlineMs: NO_DEADLINE_MS,
      embedQuery: async () => null,
      observe: () => undefined,
      onMiss: (reason) => void misses.push(reason),
    };
    const { signal } = new AbortController();
    const question = {
      message: "Which boats have I seen?",
      settings: DEFAULT_SETTINGS,
      excludeEpisodeIds: [],
      conversationId: "new",
      tokensMax: 1_000,
      signal,
    };
    const { state, items } = await recall(deps, store.forUser("ann"), question);
    expect({ misses, state, items: items.length }).toEqual({ misses: [], state: "found", items: 6 });
    expect(asked.size).toBeGreaterThan(5);
    expect([...asked].filter((statement) => !warmed.has(statement))).toEqual([]);
  } finally {
    await store.close();
  }
});

test.skipIf(missing !== null)("an index that is gone is made again at the next start", async () => {
  const server = await leaseNeo4j();
  const start = () => createNeo4jStore({ ...server, clock: testClock(), warm: true });
  await (await start()).close();
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
  try {
    for (const name of ["fact_text", "fact_vector"]) await driver.executeQuery(`DROP INDEX ${name}`);
    const store = await start();
    await say(store.forUser("ann"), "e0", "I have seen the boat Mira.");
    await store.close();
    const { records } = await driver.executeQuery("SHOW INDEXES YIELD name, state WHERE state = 'ONLINE'");
    expect(records.map((record) => record.get("name"))).toEqual(
      expect.arrayContaining(["fact_text", "fact_vector"]),
    );
  } finally {
    await driver.close();
  }
});
