/**
 * `npm run bench -- retrieval [--stores sqlite,neo4j] [--sizes 1000,10000,100000] [--rounds 100]`: searches by users who
 * own a hundredth, a tenth and all of so many facts and as many turns, in turns with the raw queries of the recipe, in
 * one store for each size. Then 50 searches a second by the middle one, and how late timers of the process come. Times in
 * milliseconds, memory of this process in MiB (with SQLite the mapped pages of the store, too).
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { percentile, round, timed } from "../support/figures.ts";
import { openBench, type BenchStore } from "./store/open.ts";
import { measureSearch, questionAmong, searchOnce } from "./store/search.ts";

const SHARES = [0.01, 0.1, 1];
const PER_SECOND = 50;
const SECONDS = 20;
const MIB = 2 ** 20;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      stores: { type: "string", default: "sqlite,neo4j" },
      sizes: { type: "string", default: "1000,10000,100000" },
      rounds: { type: "string", default: "100" },
    },
  });
  for (const name of values.stores.split(",")) {
    for (const size of values.sizes.split(",").map(Number)) {
      const bench = await openBench(name);
      try {
        const figures = await measure(bench, size, Number(values.rounds));
        console.log(JSON.stringify({ store: name, factsAndTurns: size, ...figures }, null, 2));
      } finally {
        await bench.close();
      }
    }
  }
}

async function measure(bench: BenchStore, size: number, rounds: number): Promise<object> {
  const owned = new Map(SHARES.map((share) => [`share${share}`, Math.ceil(size * share)]));
  const filledMs = await timed(async () => {
    for (const [user, facts] of owned) await bench.fill(user, { facts, turns: facts });
  });
  const search: Record<string, object> = {};
  for (const [user, facts] of owned) search[user] = await measureSearch(bench, user, { facts, rounds });
  const idle = await delaysDuring(() => sleep(SECONDS * 1000));
  const times = await atOnce(bench, `share${SHARES[1]}`, Math.ceil(size * (SHARES[1] ?? 1)));
  return {
    filledInSeconds: Math.round(filledMs / 1000),
    search,
    timersLateAtRest: idle,
    fiftyASecond: times,
    memory: Math.round(process.memoryUsage.rss() / MIB),
  };
}

/** Searches that begin at their time, whether or not those before are through. */
async function atOnce(bench: BenchStore, userId: string, facts: number): Promise<object> {
  const user = bench.store.forUser(userId);
  const times: number[] = [];
  let failed = 0;
  const late = await delaysDuring(async () => {
    const running: Promise<unknown>[] = [];
    const started = performance.now();
    for (let n = 0; n < PER_SECOND * SECONDS; n++) {
      await sleep(Math.max(0, started + (n * 1000) / PER_SECOND - performance.now()));
      const search = timed(() => searchOnce(user, questionAmong(facts, n)));
      running.push(search.then((ms) => times.push(ms)).catch(() => (failed += 1)));
    }
    await Promise.all(running);
  });
  return {
    p50: round(percentile(times, 0.5)),
    p95: round(percentile(times, 0.95)),
    p99: round(percentile(times, 0.99)),
    failed,
    timersLate: late,
  };
}

/** How long after its time a timer of a millisecond came. */
async function delaysDuring(work: () => Promise<void>): Promise<{ p50: number; p99: number; max: number }> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await work();
  delays.disable();
  const late = (ns: number): number => round(Math.max(0, ns / 1e6 - 1));
  return { p50: late(delays.percentile(50)), p99: late(delays.percentile(99)), max: late(delays.max) };
}
