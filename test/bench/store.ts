/**
 * `npm run bench -- store [--stores sqlite,neo4j] [--facts 100000] [--rounds 60]`: what the store costs beside the raw
 * part, in the same run and in turns with it. Times in milliseconds; what counts are the ratios.
 */
import { parseArgs } from "node:util";
import { median, round, timed } from "../support/figures.ts";
import { openBench, type BenchStore } from "./store/open.ts";
import { measureSearch } from "./store/search.ts";
import { newUser, storeTurn, TAG, turnOf } from "./store/turns.ts";

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
    const bench = await openBench(name);
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
  const one = await newUser(store, "one");
  await storeTurn(one.user, turnOf(0, one.self));
  const turn = await oneTurn(bench, rounds, { waits: true });
  const sent = bench.name === "sqlite" ? await oneTurn(bench, rounds, { waits: false }) : undefined;
  const together = await tenUsers(bench, 200);
  await bench.fill("small", { facts: SMALL, turns: SMALL });
  const alone = await measureSearch(bench, "small", { facts: SMALL, rounds });
  const some = Math.min(MIDDLE, facts);
  await bench.fill("middle", { facts: some, turns: some });
  const middle = await measureSearch(bench, "middle", { facts: some, rounds });
  if (facts > some) await bench.fill("large", { facts, turns: facts });
  const large = facts > some ? await measureSearch(bench, "large", { facts: facts, rounds }) : middle;
  const beside = await measureSearch(bench, "small", { facts: SMALL, rounds });
  return {
    facts,
    oneTurn: turn,
    oneTurnSentAtOnce: sent,
    tenUsers: together,
    search: { [SMALL]: alone, [some]: middle, [facts]: large },
    growth: { from: SMALL, to: some, ratio: round(middle.p50 / alone.p50) },
    besideALargeUser: { alone: alone.p50, beside: beside.p50, ratio: round(beside.p50 / alone.p50) },
  };
}

const WARM_UP = 10;

async function oneTurn(bench: BenchStore, rounds: number, how: { waits: boolean }): Promise<object> {
  const { user, self } = await newUser(bench.store, how.waits ? "turns" : "sent");
  const through: number[] = [];
  const raw: number[] = [];
  for (let n = -WARM_UP; n < rounds; n++) {
    const turn = turnOf(n + WARM_UP + 1, self);
    const a = await timed(() => storeTurn(user, turn, how));
    const b = await timed(() => bench.rawTurn("one", n + WARM_UP + (how.waits ? 1 : 50_000)));
    if (n < 0) continue;
    through.push(a);
    raw.push(b);
  }
  return {
    store: round(median(through)),
    raw: round(median(raw)),
    ratio: round(median(through) / median(raw)),
    withoutVector: (await user.unembedded(TAG, 10)).length,
  };
}

/** Turns of ten users at once, and as many raw transactions one after another by ten at once. */
async function tenUsers(bench: BenchStore, turns: number): Promise<object> {
  const each = turns / 10;
  const users = await Promise.all(
    Array.from({ length: 10 }, async (_, i) => {
      const { user, self } = await newUser(bench.store, `ten${i}`);
      return { user, told: Array.from({ length: each }, (_, n) => turnOf(10_000 + n, self)) };
    }),
  );
  const throughMs = await timed(() =>
    Promise.all(
      users.map(async ({ user, told }) => {
        for (const turn of told) await storeTurn(user, turn);
      }),
    ),
  );
  const rawMs = await timed(() =>
    Promise.all(
      users.map(async (_, i) => {
        for (let n = 0; n < each; n++) await bench.rawTurn("one", 100_000 + i * each + n);
      }),
    ),
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
