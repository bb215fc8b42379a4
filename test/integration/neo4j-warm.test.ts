import neo4j from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { recall, type RecallDeps } from "../../src/services/retrieval/recall.ts";
import { shippedRecipes } from "../../src/services/retrieval/recipes.ts";
import { warmRecall } from "../../src/services/retrieval/warm.ts";
import { must, say, testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

/** Twice the shipped `RETRIEVAL_DEADLINE_MS`, for machines that are busy; without the warm-up it is missed by far. */
const DEADLINE_MS = 800;
const FIRST_MESSAGES = 2;

const weights = { similarity: 0.85, importance: 0.05, recency: 0.05, halfLifeDays: 365, importanceFloor: 2 };
const recipe = must(shippedRecipes(weights).get("default"));

const missing = neo4jMissing();
const server = missing === null ? await leaseNeo4j() : null;

const title = "the first recall after a start, on Neo4j";
describe.skipIf(server === null)(missing === null ? title : `${title} (${missing})`, () => {
  let store: MemoryStore;
  const clock = testClock();

  beforeAll(async () => {
    if (server === null) throw new Error("No Neo4j");
    const before = await createNeo4jStore({ ...server, clock });
    for (let n = 0; n < 20; n++) await say(before.forUser("ann"), `e${n}`, `I have seen the boat Mira${n}.`);
    await before.close();
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    await driver.executeQuery("CALL db.clearQueryCaches()");
    await driver.close();
    store = await createNeo4jStore({ ...server, clock, warm: true });
    await warmRecall({ clock }, store.forUser("nobody"), recipe, FIRST_MESSAGES);
  }, 240_000);
  afterAll(() => store.close());

  test("is answered from memory, within its deadline", async () => {
    const misses: string[] = [];
    const deps: RecallDeps = {
      clock,
      recipe,
      deadlineMs: DEADLINE_MS,
      tokensMax: 1_000,
      itemsMax: 10,
      embedQuery: async () => null,
      observe: () => undefined,
      onMiss: (reason) => void misses.push(reason),
    };
    const { signal } = new AbortController();
    const asked = { message: "Which boats have I seen?", excludeEpisodeIds: [], signal };
    const { state, items } = await recall(deps, store.forUser("ann"), asked);
    expect(misses).toEqual([]);
    expect(state).toBe("found");
    expect(items).toHaveLength(10);
  });

  test("the warm-up leaves nobody behind", async () => {
    expect(await store.system.users()).toEqual(["ann"]);
  });
});
