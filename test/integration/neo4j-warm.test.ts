import neo4j from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { EngramError } from "../../src/errors.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { recall, type RecallDeps } from "../../src/services/retrieval/recall.ts";
import { shippedRecipes } from "../../src/services/retrieval/recipes.ts";
import { warmRecall } from "../../src/services/retrieval/warm.ts";
import { must, say, testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

/** Nothing is missed here: how long it takes is held against the same without the warm-up. */
const DEADLINE_MS = 60_000;
/** Of the time without the warm-up; it takes about a quarter. */
const SHARE_MAX = 0.7;
const FIRST_MESSAGES = 2;

const weights = { similarity: 0.85, importance: 0.05, recency: 0.05, halfLifeDays: 365, importanceFloor: 2 };
const recipe = must(shippedRecipes(weights).get("default"));

const missing = neo4jMissing();
const server = missing === null ? await leaseNeo4j() : null;

const title = "the first recall after a start, on Neo4j";
describe.skipIf(server === null)(missing === null ? title : `${title} (${missing})`, () => {
  const clock = testClock();
  let store: MemoryStore;

  /** A service that starts beside a server that has planned nothing yet. */
  async function restart(warm: boolean): Promise<void> {
    if (server === null) throw new Error("No Neo4j");
    await store?.close();
    const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    await driver.executeQuery("CALL db.clearQueryCaches()");
    await driver.close();
    store = await createNeo4jStore({ ...server, clock, warm });
    if (warm) await warmRecall({ clock }, store.forUser("nobody"), recipe, FIRST_MESSAGES);
  }

  /** Milliseconds of a recall that finds all there is. */
  async function firstRecall(): Promise<number> {
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
    const start = performance.now();
    const { state, items } = await recall(deps, store.forUser("ann"), asked);
    const ms = performance.now() - start;
    expect({ misses, state, items: items.length }).toEqual({ misses: [], state: "found", items: 10 });
    return ms;
  }

  /** A cold one may miss the store's own deadline: then it takes at least as long as that. */
  async function coldRecall(): Promise<number> {
    const start = performance.now();
    return firstRecall().catch((error: unknown) => {
      if (error instanceof EngramError && error.code === "store_unavailable")
        return performance.now() - start;
      throw error;
    });
  }

  beforeAll(async () => {
    await restart(false);
    for (let n = 0; n < 20; n++) await say(store.forUser("ann"), `e${n}`, `I have seen the boat Mira${n}.`);
  }, 240_000);
  afterAll(() => store.close());

  test("takes less once the warm-up was done, each beside the other", { timeout: 240_000 }, async () => {
    const shares: number[] = [];
    for (let round = 0; round < 3; round++) {
      await restart(false);
      const cold = await coldRecall();
      await restart(true);
      shares.push((await firstRecall()) / cold);
    }
    expect(shares.sort((a, b) => a - b)[1]).toBeLessThan(SHARE_MAX);
  });

  test("the warm-up leaves nobody behind", async () => {
    expect(await store.system.users()).toEqual(["ann"]);
  });
});
