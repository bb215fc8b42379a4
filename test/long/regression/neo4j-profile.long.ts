import { beforeAll, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../../src/adapters/neo4j/index.ts";
import { loadStatements } from "../../../src/adapters/neo4j/statements.ts";
import { testClock } from "../../contracts/memory-store-story.ts";
import { leaseNeo4j, neo4jMissing } from "../../support/neo4j.ts";
import { LIFE, live, multiply } from "../../support/neo4j-lives.ts";
import { Plans, findings } from "../../support/neo4j-plans.ts";
import { useEverything, useSystem } from "../../support/neo4j-use.ts";

const missing = neo4jMissing();
const DIMENSIONS = 16;
/** A large user beside a small one; more vectors than are compared one by one. */
const COPIES = 40;

/** What may walk over rows of all users, and why. */
const MAY_SCAN: Record<string, string> = {
  "system/recalls-words": "a label that only turns of an earlier version have, once",
  "system/unsegmented": "a label that only memories of an earlier version have, once",
  "system/applied-migrations": "a handful of rows, before there is an index",
  "system/users": "lists all users",
  "system/last-written": "reads the rows of all users, once at the start",
  "system/pending-embedding": "asks each user's index, a few times an hour",
  "system/counts": "counts for the metrics",
  "system/facts-by-status": "counts for the metrics",
  "system/keys": "lists all keys, at start",
  "system/audits": "lists the newest acts about all users, off the index",
  "system/check-evidence": "the integrity check reads everything",
  "system/check-conversations": "the integrity check reads everything",
};
/** What this life does not come to, and why. Forgetting and moving a memory have tests of their own. */
const NOT_SEEN: Record<string, string> = {
  "system/record-migration": "once in a database's life",
  "system/keep-recalled-ids": "when a database of an earlier version is opened",
  "system/segment": "when a database of an earlier version is opened",
  ...Object.fromEntries(
    ["delete-conversations", "delete-rejections", "update-conversations", "update-rejections"].map((name) => [
      `graph/${name}`,
      "only forgetting does so; the text is that of facts",
    ]),
  ),
  "users/take-numbers": "only batches of more than 500 steps",
  "graph/load-names": "only when a fact's text index follows a name that was not read",
  "system/put-hash-key": "once in the life of a database, at its first start",
  "system/unkeyed-hashes": "the same",
  "system/key-hashes": "the same",
  "system/drop-hashes": "when a key is lost, by `engram migrate --new-hash-key`",
  "graph/move-facts": "only when an entity comes back under its old place",
};
/** What reads more of a user the more there is, and why. */
const MAY_GROW: Record<string, string> = {
  "stats/groups": "counts a user's rows",
  "stats/counts": "counts a user's rows",
  "days/activity": "counts what was recorded in a time; the copies were recorded at the same time",
  "days/top-entities": "counts mentions in a time; the copies were recorded at the same time",
  "vectors/nearest-entities": "few vectors are compared one by one",
  "graph/entity-page": "a filter by words looks at every name",
  "graph/facts-sorted-rising": "all that a user has is sorted",
  "graph/facts-sorted-falling": "all that a user has is sorted",
  "graph/entities-named": "all whose text holds the name are sorted",
  "graph/entities-sorted-rising": "all that a user has is sorted",
  "graph/entities-sorted-falling": "all that a user has is sorted",
  "graph/facts-by-valid": "what began in a time is sorted by belief; the copies begin at the same time",
  "graph/facts-of-entities": "what is known about a thing is sorted by belief; the copies know the same user",
  "graph/degrees": "the drawing of the graph counts what joins all of a user's things",
  "graph/degrees-around": "counts what joins a thing with others; the copies join the same user",
  "communities/links-of-facts": "a job reads what joins all of a user's things, once a night",
  "communities/links-of-turns": "a job reads what turns name together, once a night",
  "graph/summed-up-from": "when facts go for good, the summaries they are in are looked for",
  "graph/adjacent": "neighbours of a thing; the copies have the same user for one",
};
/** Forgetting looks at all words that a user has left. */
const mayGrow = (name: string): boolean => MAY_GROW[name] !== undefined || name.startsWith("forget/");
/** Reads of the store for 20 rows with all their columns, or for 500 vectors. */
const HITS_MAX = 4_000;
/** Every column of a row that is read is a hit. */
const HITS_PER_ROW = 20;

describe.skipIf(missing !== null)("profiles of the statements on Neo4j", () => {
  const plans = { small: new Plans(), large: new Plans(), system: new Plans() };

  beforeAll(async () => {
    const server = await leaseNeo4j();
    const clock = testClock();
    const open = (plans?: Plans) =>
      createNeo4jStore({ ...server, clock, ...(plans && { onPlan: (name, plan) => plans.add(name, plan) }) });
    const store = await open();
    await live(store.forUser("ann"), DIMENSIONS);
    await live(store.forUser("bob"), DIMENSIONS);
    await multiply(server, "bob", COPIES);
    await store.close();
    for (const [userId, seen] of [
      ["ann", plans.small],
      ["bob", plans.large],
    ] as const) {
      const profiled = await open(seen);
      await useEverything(profiled, userId, DIMENSIONS);
      await profiled.close();
    }
    const profiled = await open(plans.system);
    await useSystem(profiled);
    await profiled.close();
  }, 900_000);

  test("every statement was seen", () => {
    const seen = new Set(Object.values(plans).flatMap((one) => [...one.seen.keys()]));
    const unseen = loadStatements()
      .under("")
      .filter(
        (name) =>
          !/^(?:schema|forget|transfer)\//.test(name) && !seen.has(name) && NOT_SEEN[name] === undefined,
      );
    expect(unseen).toEqual([]);
  });

  test("no statement walks over the rows of all users", () => {
    const wrong = Object.values(plans).flatMap((one) =>
      [...one.seen].flatMap(([name, seen]) =>
        MAY_SCAN[name] === undefined ? findings(seen).map((what) => `${name}: ${what}`) : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("a page costs a large user what it costs a small one", () => {
    const grown = [...plans.large.seen]
      .filter(([name, { hitsMax }]) => hitsMax > HITS_MAX && !mayGrow(name))
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
