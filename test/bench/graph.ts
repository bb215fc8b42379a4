/**
 * `npm run bench -- graph [--entities 10000]`: the graph of a large memory in SQLite, read and analysed while the event
 * loop is watched. Milliseconds of PageRank, bridges and cuts in a worker, of the answers, and of the loop's delay: on the
 * clock, and of processor time (a busy machine delays the clock alone).
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { parseArgs } from "node:util";
import { connectedComponents } from "graphology-components";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createInProcessCoordination } from "../../src/adapters/in-process-coordination/index.ts";
import { createMemoryEvents } from "../../src/services/events.ts";
import { betweenness, cutsOf } from "../../src/services/graph/bridges.ts";
import { createGraphIntelligence } from "../../src/services/graph/insights.ts";
import { networkOf } from "../../src/services/graph/network.ts";
import { pageRank } from "../../src/services/graph/page-rank.ts";
import { readProjection, type GraphColumns } from "../../src/services/graph/projection.ts";
import { batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import { median, round, timed } from "../support/figures.ts";
import { openMemory } from "../support/memory.ts";

const ROUNDS = 5;
/** Facts of each entity about others: mostly about popular ones, as in a life. */
const FACTS_EACH = 3;
const ABOUT_USER_EVERY = 20;
const PER_BATCH = 500;
const TYPES = ["person", "company", "city", "book"];
const PREDICATES = ["KNOWS", "WORKS_AT", "LIVES_IN", "READ", "LIKES"];

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { entities: { type: "string", default: "10000" } } });
  const memory = await openMemory();
  const user = memory.store.forUser("bench");
  await fill(user, Number(values.entities));
  const { columns } = await readProjection(user);
  const inWorker = await measuredInWorker(columns);

  const graph = createGraphIntelligence(createMemoryEvents(createInProcessCoordination("bench")));
  const watch = watchLoop();
  const first = await timed(() => graph.insights(user));
  const again = await timed(() => graph.insights(user));
  const path = await timed(() => graph.paths(user, { from: "e1", to: `e${columns.nodes - 2}` }, 5));
  const around = await timed(() => graph.around(user, "e1"));
  const loop = watch();
  graph.close();
  await memory.close();
  const answers = { first, again, path, around };
  console.log(
    JSON.stringify(
      {
        nodes: columns.nodes,
        facts: columns.subject.length,
        inWorker,
        answers: Object.fromEntries(Object.entries(answers).map(([name, ms]) => [name, round(ms)])),
        loop,
      },
      null,
      2,
    ),
  );
}

async function fill(user: UserStore, entities: number): Promise<void> {
  const random = seeded();
  const said = await say(user, "bench", "We spoke of everybody.");
  const self = await user.self();
  const things = Array.from({ length: entities }, (_, at): Mutation => {
    return {
      op: "entity.put",
      entity: entity(`e${at}`, `Thing ${at}`, { type: TYPES[at % TYPES.length] ?? "" }),
    };
  });
  const facts = things.flatMap((_, at) =>
    Array.from({ length: FACTS_EACH }, (_, n): Mutation => {
      const isAboutUser = n === 0 && at % ABOUT_USER_EVERY === 0;
      const other = isAboutUser ? self.id : `e${Math.floor(random() ** 2 * entities)}`;
      const predicate = PREDICATES[Math.floor(random() * PREDICATES.length)] ?? "";
      const ends = { objectId: other, value: null, text: `Thing ${at} has to do with ${other}.` };
      return {
        op: "fact.put",
        fact: fact(`f${at}-${n}`, `e${at}`, predicate, { ...ends, evidence: [quote(said, "everybody")] }),
      };
    }),
  );
  for (const all of [things, facts])
    for (let at = 0; at < all.length; at += PER_BATCH) await user.apply(batch(all.slice(at, at + PER_BATCH)));
}

function seeded(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function measuredInWorker(columns: GraphColumns): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: columns, execArgv: [] });
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function measure(columns: GraphColumns): Promise<Record<string, number>> {
  const network = networkOf(columns);
  const groups = connectedComponents(network.graph).map((nodes) => nodes.map(Number));
  const works = {
    network: () => networkOf(columns),
    pageRank: () => pageRank(network, columns.self),
    bridges: () => betweenness(network),
    cuts: () => cutsOf(network, groups),
  };
  const figures: Record<string, number> = {};
  for (const [name, work] of Object.entries(works)) {
    const each: number[] = [];
    for (let n = 0; n < ROUNDS; n++) each.push(await timed(work));
    figures[`${name}First`] = round(each[0] ?? 0);
    figures[name] = round(median(each));
  }
  return figures;
}

const TICK_MS = 1;

function watchLoop(): () => Record<string, number> {
  const delay = monitorEventLoopDelay({ resolution: TICK_MS });
  const threadMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [heldMs, usedMs] = [0, threadMs()];
  const ticks = setInterval(() => {
    const now = threadMs();
    heldMs = Math.max(heldMs, now - usedMs);
    usedMs = now;
  }, TICK_MS);
  delay.enable();
  return () => {
    delay.disable();
    clearInterval(ticks);
    return { delayMsMax: round(delay.max / 1e6), heldMsMax: round(heldMs) };
  };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
if (!isMainThread) parentPort?.postMessage(await measure(workerData as GraphColumns));
