/**
 * `npm run bench -- upkeep [--entities 100000]`: every maintenance job over a large memory, one after another, without a
 * model. Seconds and counts of each, and the most memory the service took.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { DAY_MS, plusMs } from "../../src/domain/model/time.ts";
import { LOCAL_USER } from "../../src/domain/model/user.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact, quote, say } from "../contracts/memory-store-story.ts";
import { client } from "../support/client.ts";
import { startProcess, testFolder } from "../support/service.ts";

const JOBS = [
  "deduplicate",
  "consolidate-types",
  "adjust-confidence",
  "consolidate",
  "prune",
  "infer-relations",
  "summarise",
  "communities",
  "report",
];
const PER_TURN = 5;
const TYPES = ["Person", "person", "City", "Company", "company", "Book", "Club", "Dish"];
const LONG_AGO = "2024-01-03T09:00:00.000Z";
const LOOK_MS = 50;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { entities: { type: "string", default: "100000" } } });
  const count = Number(values.entities);
  const folder = await testFolder();
  try {
    await fill(folder.path, count);
    // No server is named, so that code writes what a model would: one that is away would be waited for.
    const service = await startProcess(folder.path, { IDLE_AFTER_MINUTES: "10000" });
    const api = client(service.url);
    const jobs: Record<string, object> = {};
    let total = 0;
    for (const job of JOBS) {
      const started = performance.now();
      const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, { dryRun: false })).body;
      let run: any = {};
      do {
        await sleep(LOOK_MS);
        run = (await api.get(`/maintenance/runs/${runId as string}`)).body;
      } while (run.state === "running");
      const seconds = (performance.now() - started) / 1000;
      total += seconds;
      jobs[job] = { state: run.state, seconds: Math.round(seconds * 10) / 10, ...run.result };
      console.error(job, JSON.stringify(jobs[job]));
    }
    const memoryMiB = Math.round(peakKiB(service.pid) / 1024);
    console.log(JSON.stringify({ entities: count, seconds: Math.round(total), memoryMiB, jobs }, null, 2));
    await service.stop();
  } finally {
    await folder.remove();
  }
}

/** Turns that name five things each; two facts for every third thing, one name in a hundred twice, trifles between. */
async function fill(path: string, count: number): Promise<void> {
  mkdirSync(join(path, "data"), { recursive: true, mode: 0o700 });
  const store = await createSqliteStore({ file: join(path, "data", "engram.db"), clock: systemClock });
  try {
    const user = store.forUser(LOCAL_USER);
    await user.self();
    for (let n = 0; n < count; n += PER_TURN) await tell(user, n);
  } finally {
    await store.close();
  }
}

async function tell(user: UserStore, n: number): Promise<void> {
  const occurredAt = plusMs(LONG_AGO, ((n / PER_TURN) % 700) * DAY_MS);
  const names = Array.from({ length: PER_TURN }, (_, i) => nameOf(n + i));
  const text = `${names.join(", ")} were there, said ${n}.`;
  const turn = { conversationId: `c${(n / PER_TURN) % 700}`, occurredAt, extract: false };
  const episode = await say(user, `e${n}`, text, turn);
  const mutations: Mutation[] = names.flatMap((name, i): Mutation[] => {
    const id = `t${n + i}`;
    const known = { createdAt: occurredAt, lastMentionedAt: occurredAt, status: "verified" } as const;
    const start = text.indexOf(name);
    return [
      {
        op: "entity.put",
        entity: entity(id, name, { type: TYPES[(n + i) % TYPES.length] as string, ...known }),
      },
      { op: "mention.put", episodeId: episode.id, entityId: id, start, end: start + name.length },
      ...(i % 3 === 0 ? factsOf(n, i, names) : []).map(([predicate, objectId]): Mutation => ({
        op: "fact.put",
        fact: fact(`f${n + i}${predicate}`, id, predicate, {
          ...(objectId === null ? { value: `tea ${n}` } : { objectId, value: null }),
          createdAt: occurredAt,
          confidence: 0.8,
          status: "verified",
          evidence: [quote(episode, name)],
        }),
      })),
    ];
  });
  // What a fact names must be there before it.
  mutations.sort((a, b) => Number(a.op === "fact.put") - Number(b.op === "fact.put"));
  mutations.push({ op: "episode.patch", id: episode.id, set: { importance: n % 10 === 0 ? 0.1 : 0.5 } });
  await user.apply(batch(mutations));
}

function factsOf(n: number, i: number, names: string[]): [predicate: string, objectId: string | null][] {
  return [
    ["LIKES", null],
    ["KNOWS", `t${n + ((i + 1) % names.length)}`],
  ];
}

function nameOf(n: number): string {
  const known = n % 100 === 99 ? n - 48 : n;
  return `Nomen${known.toString(36)} Cognomen${(known % 977).toString(36)}`;
}

/** Of the process, since it began. */
function peakKiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}
