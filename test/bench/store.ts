/**
 * `npm run bench -- store [--stores sqlite,neo4j] [--facts 100000] [--rounds 60]`: what the store costs beside the raw
 * part, in the same run and in turns with it. Times in milliseconds; what counts are the ratios.
 */
import { parseArgs } from "node:util";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { contentWords } from "../../src/domain/language.ts";
import { recipeNamed, shippedRecipes } from "../../src/services/retrieval/recipes.ts";
import { search, type SearchDeps } from "../../src/services/retrieval/search.ts";
import { shippedSettings } from "../eval/service/settings.ts";
import { median, percentile, round, timed } from "./store/figures.ts";
import { fill, questionOf, storeTurn, TAG, vectorOf } from "./store/turns.ts";

export interface BenchStore {
  name: string;
  store: MemoryStore;
  /** The rows of this user's one turn again, under other ids, in one raw transaction. */
  rawTurn(userId: string, n: number): Promise<void>;
  /** The full-text and vector queries of the default recipe, raw. */
  rawSearch(userId: string, words: string[], key: string): Promise<void>;
  close(): Promise<void>;
}

const OPEN: Record<string, () => Promise<BenchStore>> = {
  sqlite: async () => (await import("./store/sqlite.ts")).openSqlite(),
  neo4j: async () => (await import("./store/neo4j.ts")).openNeo4j(),
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      stores: { type: "string", default: "sqlite,neo4j" },
      facts: { type: "string", default: "100000" },
      rounds: { type: "string", default: "60" },
    },
  });
  const rounds = Number(values.rounds);
  for (const name of values.stores.split(",")) {
    const open = OPEN[name];
    if (open === undefined) throw new Error(`No store ${name}: use ${Object.keys(OPEN).join(", ")}`);
    const bench = await open();
    try {
      console.log(
        JSON.stringify({ store: name, ...(await measure(bench, Number(values.facts), rounds)) }, null, 2),
      );
    } finally {
      await bench.close();
    }
  }
}

const SMALL = 3_000;
const MIDDLE = 50_000;

async function measure(bench: BenchStore, facts: number, rounds: number): Promise<object> {
  const { store } = bench;
  const one = store.forUser("one");
  await storeTurn(one, 0, (await one.self()).id);
  const turn = await oneTurn(bench, rounds, { waits: true });
  const sent = bench.name === "sqlite" ? await oneTurn(bench, rounds, { waits: false }) : undefined;
  const together = await tenUsers(bench, 200);
  await fill(store.forUser("small"), SMALL);
  const alone = await searching(bench, "small", SMALL, rounds);
  await fill(store.forUser("middle"), Math.min(MIDDLE, facts));
  const middle = await searching(bench, "middle", Math.min(MIDDLE, facts), rounds);
  await fill(store.forUser("large"), facts);
  const large = await searching(bench, "large", facts, rounds);
  const beside = await searching(bench, "small", SMALL, rounds);
  return {
    facts,
    oneTurn: turn,
    oneTurnSentAtOnce: sent,
    tenUsers: together,
    search: { [SMALL]: alone, [Math.min(MIDDLE, facts)]: middle, [facts]: large },
    growth: { from: SMALL, to: Math.min(MIDDLE, facts), ratio: round(middle.p50 / alone.p50) },
    besideALargeUser: { alone: alone.p50, beside: beside.p50, ratio: round(beside.p50 / alone.p50) },
  };
}

const WARM_UP = 10;

async function oneTurn(bench: BenchStore, rounds: number, how: { waits: boolean }): Promise<object> {
  const user = bench.store.forUser(how.waits ? "turns" : "sent");
  const self = (await user.self()).id;
  const through: number[] = [];
  const raw: number[] = [];
  for (let n = -WARM_UP; n < rounds; n++) {
    const a = await timed(() => storeTurn(user, n + WARM_UP + 1, self, how));
    const b = await timed(() => bench.rawTurn("one", n + WARM_UP + (how.waits ? 1 : 50_000)));
    if (n < 0) continue;
    through.push(a);
    raw.push(b);
  }
  return {
    store: round(median(through)),
    raw: round(median(raw)),
    ratio: round(median(through) / median(raw)),
  };
}

/** Turns of ten users at once, and as many raw transactions one after another by ten at once. */
async function tenUsers(bench: BenchStore, turns: number): Promise<object> {
  const users = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const user = bench.store.forUser(`ten${i}`);
      const self = (await user.self()).id;
      await user.unembedded(TAG, 1);
      return { user, self };
    }),
  );
  const each = turns / users.length;
  const inTurn = async (work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; n < each; n++) await work(n);
  };
  const throughMs = await timed(() =>
    Promise.all(users.map(({ user, self }) => inTurn((n) => storeTurn(user, 10_000 + n, self)))),
  );
  const rawMs = await timed(() =>
    Promise.all(users.map((_, i) => inTurn((n) => bench.rawTurn("one", 100_000 + i * each + n)))),
  );
  const stats = await Promise.all(users.map(({ user }) => user.stats()));
  const duplicates = stats.filter(
    ({ episodes, facts }) =>
      episodes !== each || Object.values(facts).reduce((a, b) => a + b, 0) !== 3 * each,
  ).length;
  return {
    turnsPerSecond: round((turns / throughMs) * 1000),
    rawPerSecond: round((turns / rawMs) * 1000),
    ratio: round(rawMs / throughMs),
    usersWithOtherCounts: duplicates,
  };
}

const SETTINGS = shippedSettings();

async function searching(
  bench: BenchStore,
  userId: string,
  facts: number,
  rounds: number,
): Promise<{ p50: number; p95: number; raw: number; rawP95: number; ratio: number; ratioP95: number }> {
  const user = bench.store.forUser(userId);
  await complete(user);
  const deps: SearchDeps = {
    clock: systemClock,
    embedQuery: async (text) => ({ tag: TAG, vector: vectorOf(text) }),
    observe: () => undefined,
  };
  const recipe = recipeNamed(shippedRecipes(SETTINGS.recipe), "default");
  const through: number[] = [];
  const raw: number[] = [];
  for (let n = -WARM_UP; n < rounds; n++) {
    const query = questionOf(((n + WARM_UP) * 7919) % Math.ceil(facts / 3));
    const a = await timed(() => search(deps, user, { query, limit: 24, recipe }));
    const b = await timed(() => bench.rawSearch(userId, contentWords(query), query));
    if (n < 0) continue;
    through.push(a);
    raw.push(b);
  }
  return {
    p50: round(median(through)),
    p95: round(percentile(through, 0.95)),
    raw: round(median(raw)),
    rawP95: round(percentile(raw, 0.95)),
    ratio: round(median(through) / median(raw)),
    ratioP95: round(percentile(through, 0.95) / percentile(raw, 0.95)),
  };
}

/** The set of vectors is whole: only then is it searched. */
async function complete(user: UserStore): Promise<void> {
  while ((await user.unembedded(TAG, 500)).length > 0) throw new Error("vectors are missing");
}
