import { systemClock } from "../../../src/adapters/system/clock.ts";
import { contentWords } from "../../../src/language/stems.ts";
import type { UserStore } from "../../../src/ports/memory-store.ts";
import { recipeNamed } from "../../../src/services/retrieval/recipes.ts";
import { search, type SearchDeps } from "../../../src/services/retrieval/search.ts";
import { percentile, round, timed } from "../../support/figures.ts";
import type { Asked, BenchStore } from "./open.ts";
import { FACTS_PER_TURN, questionOf, TAG, vectorOf } from "./turns.ts";

const WARM_UP = 10;
const RESULTS = 24;
const RECIPE = recipeNamed();

/** Milliseconds. */
export interface SearchTimes {
  p50: number;
  p95: number;
  p99: number;
  raw: number;
  rawP95: number;
  rawP99: number;
  ratio: number;
  ratioP95: number;
}

/** Searches by the default recipe in turns with the raw queries it is made of. */
export async function measureSearch(
  bench: BenchStore,
  userId: string,
  { facts, rounds }: { facts: number; rounds: number },
): Promise<SearchTimes> {
  const user = bench.store.forUser(userId);
  await complete(user);
  const through: number[] = [];
  const raw: number[] = [];
  for (let n = -WARM_UP; n < rounds; n++) {
    const query = questionAmong(facts, n + WARM_UP);
    const a = await timed(() => searchOnce(user, query));
    const b = await timed(() => bench.rawSearch(userId, askedBy(query)));
    if (n < 0) continue;
    through.push(a);
    raw.push(b);
  }
  const at = (times: number[], share: number): number => round(percentile(times, share));
  return {
    p50: at(through, 0.5),
    p95: at(through, 0.95),
    p99: at(through, 0.99),
    raw: at(raw, 0.5),
    rawP95: at(raw, 0.95),
    rawP99: at(raw, 0.99),
    ratio: round(percentile(through, 0.5) / percentile(raw, 0.5)),
    ratioP95: round(percentile(through, 0.95) / percentile(raw, 0.95)),
  };
}

function askedBy(query: string): Asked {
  return { words: contentWords(query), key: query, quotas: RECIPE.quotas };
}

const SCALE = { unrelated: 0, related: 1, spread: 0.25, apart: 0 };

const DEPS: SearchDeps = {
  clock: systemClock,
  embedQuery: async (text) => ({ tag: TAG, vector: vectorOf(text), scale: SCALE }),
  observe: () => undefined,
};

export async function searchOnce(user: UserStore, query: string): Promise<void> {
  await search(DEPS, user, { query, limit: RESULTS, recipe: RECIPE });
}

/** The n-th question about what was told, in no order. */
export function questionAmong(facts: number, n: number): string {
  return questionOf((n * 7919) % Math.ceil(facts / FACTS_PER_TURN));
}

/** The set of vectors is whole: only then is it searched. */
async function complete(user: UserStore): Promise<void> {
  while ((await user.unembedded(TAG, 500)).length > 0) throw new Error("vectors are missing");
}
