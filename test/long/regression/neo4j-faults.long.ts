import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../../src/adapters/neo4j/index.ts";
import { EngramError } from "../../../src/errors.ts";
import type { MemoryStore } from "../../../src/ports/memory-store.ts";
import { must, newEpisode, testClock, walk } from "../../contracts/memory-store-story.ts";
import { type OwnNeo4j, ownNeo4j, ownNeo4jMissing } from "../../support/neo4j.ts";
import { freePort } from "../../support/redis.ts";
import { networkTo } from "../../support/tcp-proxy.ts";

const server = ownNeo4jMissing() === null ? await ownNeo4j() : null;
const WRITERS = 4;
/** The deadline of a call, and what a loaded machine may add. */
const CALL_MS_MAX = 15_000;

describe.skipIf(server === null)("Neo4j goes away and comes back", () => {
  let store: MemoryStore;
  const neo4j = server as OwnNeo4j;

  beforeEach(async () => {
    await neo4j.thaw();
    await neo4j.restart();
    await neo4j.wipe();
    store = await createNeo4jStore({ ...neo4j, clock: testClock() });
  }, 200_000);
  afterEach(() => store.close());

  test("killed under four writers: calls fail cleanly, nothing acknowledged is lost, nothing is there twice", async () => {
    const acknowledged: string[] = [];
    const failures: Failure[] = [];
    let going = true;
    const writer = async (w: number): Promise<void> => {
      for (let i = 0; going; i++) {
        const id = `${w}-${i}`;
        const episode = newEpisode(id, { conversationId: `c${w}`, state: "complete" });
        await attempt(failures, async () => {
          await store.forUser(`user${w % 2}`).openEpisode(episode);
          acknowledged.push(id);
        });
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, w) => writer(w));
    await until(() => acknowledged.length >= 20);
    await neo4j.kill();
    await until(() => failures.length >= WRITERS);
    const before = acknowledged.length;
    await neo4j.restart();
    await until(() => acknowledged.length >= before + 20);
    going = false;
    await Promise.all(writers);

    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(["store_unavailable"]));
    expect(Math.max(...failures.map(({ ms }) => ms))).toBeLessThan(CALL_MS_MAX);
    const stored = await Promise.all([0, 1].map((u) => everything(store, `user${u}`)));
    const ids = stored.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
    for (const episodes of stored) expectPlaces(episodes);
    expect(await store.system.check()).toEqual([]);
  }, 300_000);

  test("a write whose answer got lost is the same write when it is tried again", async () => {
    const ann = store.forUser("ann");
    await ann.openEpisode(newEpisode("e0"));
    await neo4j.freeze();
    const failures: Failure[] = [];
    await attempt(failures, () => ann.openEpisode(newEpisode("e1")));
    expect(failures).toMatchObject([{ code: "store_unavailable" }]);
    expect(must(failures[0]).ms).toBeLessThan(CALL_MS_MAX);
    await neo4j.thaw();
    const again = await ann.openEpisode(newEpisode("e1"));
    expect(["opened", "existing"]).toContain(again.outcome);
    expect((await everything(store, "ann")).map(({ id }) => id).sort()).toEqual(["e0", "e1"]);
  }, 120_000);

  test("a network that swallows everything: calls end at their deadline, and later ones find a new way", async () => {
    const network = await networkTo(Number(new URL(neo4j.uri).port));
    const far = await createNeo4jStore({
      ...neo4j,
      uri: `bolt://127.0.0.1:${network.port}`,
      clock: testClock(),
    });
    const ann = far.forUser("ann");
    // More connections than calls that will hang: the others lie in the pool and look alive.
    await Promise.all(Array.from({ length: 12 }, (_, i) => far.forUser(`u${i}`).self()));
    network.cut();
    const failures: Failure[] = [];
    const lost = ["e1", "e2", "e3"].map((id) => attempt(failures, () => ann.openEpisode(newEpisode(id))));
    await Promise.all(lost);
    expect(failures.map(({ code }) => code)).toEqual(Array(3).fill("store_unavailable"));
    expect(Math.max(...failures.map(({ ms }) => ms))).toBeLessThan(CALL_MS_MAX);
    network.heal();
    expect((await ann.openEpisode(newEpisode("e4"))).outcome).toBe("opened");
    await far.close();
    await network.close();
  }, 120_000);

  test("no server at start is told, not waited for", async () => {
    const uri = `bolt://127.0.0.1:${await freePort()}`;
    const failures: Failure[] = [];
    await attempt(failures, () => createNeo4jStore({ ...neo4j, uri, clock: testClock() }));
    expect(failures).toMatchObject([{ code: "store_unavailable" }]);
    expect(must(failures[0]).ms).toBeLessThan(CALL_MS_MAX);
  }, 120_000);

  test("a wrong password is told without the password", async () => {
    const wrong = { ...neo4j, password: "not-the-password", clock: testClock() };
    const error = (await createNeo4jStore(wrong).catch((error: unknown) => error)) as EngramError;
    expect(error).toMatchObject({ code: "store_unavailable" });
    expect(error.message).toContain("password");
    expect(error.message).not.toContain("not-the-password");
  }, 120_000);

  test.each(["bolt", "neo4j"])("a database that is not there is told at once (%s)", async (scheme) => {
    const uri = neo4j.uri.replace("bolt", scheme);
    const wrong = { ...neo4j, uri, database: "a1b2c3d4", clock: testClock(), waitMs: 60_000 };
    await expect(createNeo4jStore(wrong)).rejects.toThrow(/^NEO4J_DATABASE: /);
  });
});

interface Failure {
  code: string;
  ms: number;
}

async function attempt(failures: Failure[], work: () => Promise<unknown>): Promise<void> {
  const from = performance.now();
  try {
    await work();
  } catch (error) {
    const code = error instanceof EngramError ? error.code : String(error);
    failures.push({ code, ms: performance.now() - from });
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

type Stored = { id: string; conversationId: string; ordinal: number };

function everything(store: MemoryStore, userId: string): Promise<Stored[]> {
  const user = store.forUser(userId);
  return walk((request) => user.episodePage(request), 200);
}

/** Each conversation has the places 0, 1, 2, ... */
function expectPlaces(episodes: Stored[]): void {
  const places = Map.groupBy(episodes, ({ conversationId }) => conversationId);
  for (const of of places.values()) {
    const ordinals = of.map(({ ordinal }) => ordinal).sort((a, b) => a - b);
    expect(ordinals).toEqual(ordinals.map((_, i) => i));
  }
}
