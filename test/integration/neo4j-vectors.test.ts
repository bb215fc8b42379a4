import neo4j, { type Driver } from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { releaseOf } from "../../src/adapters/neo4j/statements.ts";
import type { MemoryStore } from "../../src/ports/memory-store.ts";
import { testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";

/** Users with more vectors than are compared one by one: the index answers. */
const VECTORS = 6_000;
const DIMENSIONS = 16;
const TAG = `bench/${DIMENSIONS}`;
const WANTED = 10;
/** The index is approximate. */
const FOUND_MIN = 9;

interface Row {
  id: string;
  user: string;
  status: string;
  vector: number[];
}

const missing = neo4jMissing();
const server = missing === null ? await leaseNeo4j() : null;

const title = "the nearest of a user with very many vectors, on Neo4j";
describe.skipIf(server === null)(missing === null ? title : `${title} (${missing})`, () => {
  let store: MemoryStore;
  let driver: Driver;
  let seed = 7;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  const direction = (): number[] => {
    const raw = Array.from({ length: DIMENSIONS }, random);
    const length = Math.hypot(...raw);
    return raw.map((x) => x / length);
  };
  const rows: Row[] = Array.from({ length: 2 * VECTORS }, (_, n) => ({
    id: `f${n}`,
    user: n % 2 === 0 ? "ann" : "bob",
    status: n % 6 < 2 ? "archived" : "verified",
    vector: direction(),
  }));

  beforeAll(async () => {
    if (server === null) throw new Error("No Neo4j");
    store = await createNeo4jStore({ ...server, clock: testClock() });
    driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password));
    for (const user of ["ann", "bob"]) await store.forUser(user).self();
    for (let at = 0; at < rows.length; at += 2_000) {
      await driver.executeQuery(
        "UNWIND $rows AS row CREATE (:Fact {id: row.id, user_id: row.user, status: row.status, embedding: row.vector, embedding_tag: $tag})",
        { rows: rows.slice(at, at + 2_000), tag: TAG },
      );
    }
    await driver.executeQuery(
      "MATCH (u:User) SET u.vector_tag = $tag, u.vector_complete = true, u.vector_count = $count",
      { tag: TAG, count: neo4j.int(VECTORS) },
    );
  }, 300_000);
  afterAll(async () => {
    await driver.close();
    await store.close();
  });

  const nearest = (user: string, vector: number[]) =>
    store.forUser(user).nearest({
      tag: TAG,
      vector: Float32Array.from(vector),
      kinds: ["fact"],
      limit: WANTED,
      statuses: ["verified"],
    });

  test("are the user's own, of the statuses asked for, and nearly all that a comparison of all finds", async () => {
    for (const user of ["ann", "bob"]) {
      for (let round = 0; round < 10; round++) {
        const asked = direction();
        const exact = rows
          .filter((row) => row.user === user && row.status === "verified")
          .map(({ id, vector }) => ({
            id,
            score: vector.reduce((sum, x, i) => sum + x * (asked[i] ?? 0), 0),
          }))
          .sort((a, b) => b.score - a.score)
          .slice(0, WANTED);
        const found = (await nearest(user, asked)) ?? [];
        expect(found).toHaveLength(WANTED);
        const ids = new Set(exact.map(({ id }) => id));
        expect(found.filter(({ id }) => ids.has(id)).length).toBeGreaterThanOrEqual(FOUND_MIN);
        expect(found[0]?.score).toBeCloseTo(exact[0]?.score ?? 0, 4);
      }
    }
  });

  test("a server that can has whose they are in its indexes, also when an older one made them", async () => {
    const { agent = "" } = await driver.getServerInfo();
    const isNewer = releaseOf(agent) >= 2026;
    const held = async (): Promise<Record<string, string[]>> => {
      const { records } = await driver.executeQuery("SHOW VECTOR INDEXES YIELD name, properties");
      return Object.fromEntries(records.map((record) => [record.get("name"), record.get("properties")]));
    };
    const expected = isNewer ? ["embedding", "user_id", "embedding_tag", "status"] : ["embedding"];
    expect((await held())["fact_vector"]).toEqual(expected);
    await driver.executeQuery("DROP INDEX fact_vector");
    await driver.executeQuery(
      "CREATE VECTOR INDEX fact_vector FOR (f:Fact) ON (f.embedding) OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine'}}",
    );
    if (server === null) throw new Error("No Neo4j");
    await (await createNeo4jStore({ ...server, clock: testClock() })).close();
    expect((await held())["fact_vector"]).toEqual(expected);
    await driver.executeQuery("CALL db.awaitIndexes(60)");
    expect(await nearest("ann", direction())).toHaveLength(WANTED);
  });
});
