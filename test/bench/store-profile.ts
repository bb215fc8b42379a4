import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j } from "../support/neo4j.ts";
import { LIFE, embed, live, multiply } from "../support/neo4j-lives.ts";
import { Plans, findings } from "../support/neo4j-plans.ts";
import { useEverything } from "../support/neo4j-use.ts";

const FACTS = 100_000;
/** Reads of the store do not depend on it; the time to fill it does. */
const DIMENSIONS = 64;

/**
 * `npm run bench -- store-profile [facts]`: every statement of a user's handle profiled on Neo4j, for a user with 150
 * rows and one with 100,000 facts in the same store. Prints a table in Markdown: the ways in, and reads of the store
 * (db hits) for both users.
 */
export async function run([asked]: string[]): Promise<void> {
  const facts = Number(asked ?? FACTS);
  const server = await leaseNeo4j();
  const clock = testClock();
  const store = await createNeo4jStore({ ...server, clock });
  for (const userId of ["small", "large"]) await live(store.forUser(userId), DIMENSIONS);
  const from = performance.now();
  await multiply(server, "large", Math.ceil(facts / LIFE.facts) - 1);
  await embed(store.forUser("large"), DIMENSIONS);
  await store.close();
  const plans = { small: new Plans(), large: new Plans() };
  for (const userId of ["small", "large"] as const) {
    const seen = plans[userId];
    const profiled = await createNeo4jStore({
      ...server,
      clock,
      onPlan: (name, plan) => seen.add(name, plan),
    });
    await useEverything(profiled, userId, DIMENSIONS);
    await profiled.close();
  }
  console.log(`Filled in ${Math.round((performance.now() - from) / 1000)} s.\n`);
  console.log("| statement | ways in | small user | large user | scans |\n|---|---|---:|---:|---|");
  for (const [name, large] of [...plans.large.seen].sort(([a], [b]) => a.localeCompare(b))) {
    const small = plans.small.seen.get(name);
    const scans = findings(large).join(", ") || "none";
    console.log(
      `| \`${name}\` | ${waysIn(large.operators)} | ${small?.hitsMax ?? "-"} | ${large.hitsMax} | ${scans} |`,
    );
  }
  await server.wipe();
}

function waysIn(operators: Set<string>): string {
  const found = [...operators].filter((name) => /Index|^Merge|ProcedureCall|Expand/.test(name));
  return found.sort().join(", ") || "rows given";
}
