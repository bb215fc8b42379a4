import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { loadStatements } from "../../src/adapters/neo4j/statements.ts";
import { testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { LIFE, live, multiply } from "../support/neo4j-lives.ts";
import { Plans, findings } from "../support/neo4j-plans.ts";
import { useEverything, useSystem } from "../support/neo4j-use.ts";

const missing = neo4jMissing();
const DIMENSIONS = 16;
/** A large user beside a small one; more vectors than are compared one by one. */
const COPIES = 40;

/** What may walk over rows of all users, and why. */
const MAY_SCAN: Record<string, string> = {
  "system/applied-migrations": "a handful of rows, before there is an index",
  "system/users": "lists all users",
  "system/pending-embedding": "asks each user's index, a few times an hour",
  "system/counts": "counts for the metrics",
  "system/keys": "lists all keys, at start",
  "system/check-evidence": "the integrity check reads everything",
  "system/check-conversations": "the integrity check reads everything",
};
/** What reads more of a user the more there is, and why. */
const MAY_GROW: Record<string, string> = {
  "stats/groups": "counts a user's rows",
  "stats/counts": "counts a user's rows",
  "vectors/nearest-facts": "few vectors are compared one by one",
  "vectors/nearest-entities": "few vectors are compared one by one",
  "vectors/nearest-episodes": "few vectors are compared one by one",
  "graph/entity-page": "a filter by words looks at every name",
  "graph/facts-by-valid": "what began in a time is sorted by belief; the copies begin at the same time",
  "graph/facts-of-entities": "what is known about a thing is sorted by belief; the copies know the same user",
  "graph/adjacent": "neighbours of a thing; the copies have the same user for one",
};
/** Reads of the store for 20 rows with all their columns, and then some. */
const HITS_MAX = 2_000;

describe.skipIf(missing !== null)("plans of the statements on Neo4j", () => {
  const plans = { small: new Plans(), large: new Plans(), system: new Plans() };

  beforeAll(async () => {
    const server = await leaseNeo4j();
    const clock = testClock();
    const store = await createNeo4jStore({ ...server, clock });
    await live(store.forUser("ann"), DIMENSIONS);
    await live(store.forUser("bob"), DIMENSIONS);
    await multiply(server, "bob", COPIES);
    await store.close();
    for (const [userId, seen] of [
      ["ann", plans.small],
      ["bob", plans.large],
    ] as const) {
      const profiled = await createNeo4jStore({
        ...server,
        clock,
        onPlan: (name, plan) => seen.add(name, plan),
      });
      await useEverything(profiled, userId, DIMENSIONS);
      await profiled.close();
    }
    const system = await createNeo4jStore({
      ...server,
      clock,
      onPlan: (name, plan) => plans.system.add(name, plan),
    });
    await useSystem(system);
    await system.close();
  }, 600_000);

  test("every statement was seen", () => {
    const seen = new Set(Object.values(plans).flatMap(({ seen }) => [...seen.keys()]));
    const unseen = loadStatements()
      .under("")
      .filter((name) => !name.startsWith("schema/") && !seen.has(name));
    expect(unseen).toEqual(["system/record-migration"]);
  });

  test("no statement walks over the rows of all users", () => {
    const wrong = Object.values(plans).flatMap(({ seen }) =>
      [...seen].flatMap(([name, one]) => findings(one).map((what) => `${name}: ${what}`)),
    );
    expect(wrong.filter((line) => MAY_SCAN[line.split(":")[0] ?? ""] === undefined)).toEqual([]);
  });

  test("reads of a page are as few for a large user as for a small one", () => {
    const grown = [...plans.large.seen]
      .filter(([name, { hitsMax }]) => hitsMax > HITS_MAX && MAY_GROW[name] === undefined)
      .map(([name, { hitsMax }]) => `${name}: ${hitsMax}`);
    expect(grown).toEqual([]);
  });

  test("a small user beside a large one costs what the own rows cost", () => {
    const rows = LIFE.episodes + LIFE.facts + LIFE.entities;
    const grown = [...plans.small.seen]
      .filter(([name, { hitsMax }]) => !name.startsWith("system/") && hitsMax > rows * HITS_PER_ROW)
      .map(([name, { hitsMax }]) => `${name}: ${hitsMax}`);
    expect(grown).toEqual([]);
  });
});

/** Every column of a row that is read is a hit. */
const HITS_PER_ROW = 20;
