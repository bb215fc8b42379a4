import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import type { Entity } from "../../src/domain/model/entity.ts";
import type { Episode } from "../../src/domain/model/episode.ts";
import type { Fact } from "../../src/domain/model/fact.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { STATUSES } from "../../src/domain/model/status.ts";
import { LOCAL_USER } from "../../src/domain/model/user.ts";
import type { MemoryStore, Page, UserStore } from "../../src/ports/memory-store.ts";
import { batch, entity, fact } from "../contracts/memory-store-story.ts";
import { client, until } from "./client.ts";
import type { FakeLlama } from "./fake-llama/index.ts";
import { differences } from "./kill-pass.ts";
import { startProcess, testFolder, type TestProcess } from "./service.ts";
import { startVotingLlama } from "./voting-llama.ts";

export interface KillJobsReport {
  rounds: number;
  /** Of these, rounds in which the job had not ended yet. */
  cutShort: number;
  /** The same by job. */
  cutShortOf: Record<string, number>;
  /** Copies of the memory that were brought to their end, one after another. */
  copies: number;
  /** What the undisturbed runs did. */
  merged: number;
  renamed: number;
  did: Record<string, number>;
  calls: { undisturbed: number; killed: number };
  /** Each line is a difference between both end states; empty when there is none. */
  problems: string[];
}

/** A memory that gives its jobs something to do. The jobs run in this order. */
export interface KillScenario {
  jobs: readonly string[];
  stage(user: UserStore): Promise<void>;
  /** What is looked at in the end, where it is not what `stateOf` lists. */
  readonly stateOf?: (user: UserStore, path: string) => Promise<string[]>;
  /** What the service is started with beside its model. */
  readonly env?: (fakeUrl: string) => Record<string, string>;
}

const VOTE_DELAY_MS = 40;
/** Times that each job of a copy is killed, before it is brought to its end and the next is begun. */
const KILLS_PER_JOB = 2;
/** Families of each kind of pair: several calls of the model, and no more pairs than one run may ask about. */
const FAMILIES = 8;

/**
 * The same memory twice, full of entities that are one and names that mean the same: once both jobs run through, once
 * they are killed with signal 9 at random points and taken up again. Both must end in the same state.
 */
export async function killJobs(
  rounds: number,
  log: (line: string) => void = () => undefined,
  scenario: KillScenario = TIDY,
): Promise<KillJobsReport> {
  const [staged, calm] = [await testFolder(), await testFolder()];
  const fake = await startVotingLlama({
    slots: 2,
    noise: { independent: 0, correlated: 0 },
    voteDelayMs: VOTE_DELAY_MS,
    compare,
    write,
  });
  try {
    await withStore(staged.path, (store) => scenario.stage(store.forUser(LOCAL_USER)));
    await copied(staged.path, calm.path);
    const { ms, did } = await finish(scenario, calm.path, fake);
    const merged = did["merged"] ?? 0;
    const renamed = (did["types"] ?? 0) + (did["predicates"] ?? 0);
    const undisturbed = fake.requests.length;
    const expected = await stateAt(calm.path, scenario);
    log(`undisturbed: ${ms.join(" and ")} ms, ${undisturbed} model calls`);
    const cutShortOf = Object.fromEntries(scenario.jobs.map((job) => [job, 0]));
    const report = {
      rounds,
      cutShort: 0,
      cutShortOf,
      copies: 0,
      merged,
      renamed,
      did,
      problems: [] as string[],
    };
    // Where no kill has met a job at work, there are a few more.
    for (let left = rounds; left > 0 || (report.cutShort === 0 && left > -3 * rounds);) {
      const killsMax = Math.min(Math.max(left, 1), KILLS_PER_JOB * scenario.jobs.length);
      const copy = await killedCopy(scenario, staged.path, fake, ms, killsMax);
      report.copies += 1;
      for (const job of copy.cutShort) {
        report.cutShort += 1;
        cutShortOf[job] = (cutShortOf[job] ?? 0) + 1;
      }
      report.problems.push(...differences(expected, copy.state));
      left -= copy.kills;
      log(`${rounds - left} kills, ${report.cutShort} cut short, ${report.problems.length} problems`);
    }
    return { ...report, calls: { undisturbed, killed: fake.requests.length - undisturbed } };
  } finally {
    await fake.close();
    await staged.remove();
    await calm.remove();
  }
}

/** Kills on one copy until there is nothing left to disturb, or as often as is left; then lets it come to its end. */
async function killedCopy(
  scenario: KillScenario,
  staged: string,
  fake: FakeLlama,
  ms: number[],
  killsMax: number,
): Promise<{ kills: number; cutShort: string[]; state: string[] }> {
  const { jobs } = scenario;
  const folder = await testFolder();
  try {
    await copied(staged, folder.path);
    const cut: boolean[] = [];
    while (cut.length < killsMax && (cut.length < jobs.length || cut.slice(-jobs.length).some(Boolean))) {
      const at = cut.length % jobs.length;
      cut.push(await killedRun(scenario, folder.path, fake, jobs[at] as string, ms[at] ?? 0));
    }
    await finish(scenario, folder.path, fake);
    const cutShort = cut.flatMap((isCut, at) => (isCut ? [jobs[at % jobs.length] as string] : []));
    return { kills: cut.length, cutShort, state: await stateAt(folder.path, scenario) };
  } finally {
    await folder.remove();
  }
}

function copied(from: string, to: string): Promise<void> {
  return cp(join(from, "data"), join(to, "data"), { recursive: true });
}

/** Short forms of one name are the same person, but for those that a model cannot tell or takes for two. */
function compare(one: string, other: string): "same" | "different" | "unclear" {
  const both = `${one} ${other}`;
  if (/Samuel|Music/.test(both)) return "different";
  if (/Helena|Sports/.test(both)) return "unclear";
  return "same";
}

/** Sums up with the first two facts it is shown. */
function write(item: string): { name: string; summary: string } {
  const facts = [...item.matchAll(/^ {3}- (.*)$/gm)].map(([, fact = ""]) => fact);
  return { name: "who belongs together", summary: facts.slice(0, 2).join(" ") };
}

async function withStore<T>(path: string, work: (store: MemoryStore) => Promise<T>): Promise<T> {
  await mkdir(join(path, "data"), { recursive: true, mode: 0o700 });
  const store = await createSqliteStore({ file: join(path, "data", "engram.db"), clock: systemClock });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** People by the pair that they make, and what becomes of it. */
const PEOPLE: [one: string, other: string][] = [
  ["Annelie Martin", "annelie martin"],
  ["Robert Miller", "Bob Miller"],
  ["Sam Weber", "Samuel Weber"],
  ["Lena Novak", "Helena Novak"],
  ["Alex Ford", "Alexander Ford"],
  ["Alex Ford", "Alexandra Ford"],
];
/** Kinds of things, and how many there are of each: more than one step renames. */
const TYPES: Record<string, number> = {
  TravelEvent: 450,
  TripEvent: 260,
  JourneyEvent: 240,
  MusicEvent: 30,
  SportsEvent: 20,
  company: 30,
  Companies: 220,
};
const PREDICATES: Record<string, number> = {
  LIVES_IN: 20,
  RESIDES_IN: 250,
  PLAYS_CHESS: 30,
  PLAYS_CHESS_AT: 220,
};

async function stageTidy(user: UserStore): Promise<void> {
  await user.self();
  const mutations: Mutation[] = [];
  const add = (id: string, name: string, type: string): void =>
    void mutations.push({ op: "entity.put", entity: entity(id, name, { type, status: "verified" }) });
  const tell = (id: string, subject: string, predicate: string, more: Partial<Fact>): void =>
    void mutations.push({
      op: "fact.put",
      fact: fact(id, subject, predicate, { status: "verified", ...more }),
    });
  for (let n = 0; n < FAMILIES; n++) {
    add(`club${n}`, `Club ${n}`, "club");
    const seen = new Set<string>();
    for (const name of PEOPLE.flat()) {
      const id = `${name.replace(" ", "-")}-${n}`;
      if (seen.has(id)) continue;
      seen.add(id);
      add(id, `${name}${n}`, "person");
      tell(`likes-${id}`, id, "LIKES", { value: `tea ${n}` });
      tell(`member-${id}`, id, "MEMBER_OF", { objectId: `club${n}`, value: null });
    }
  }
  for (const [type, count] of Object.entries(TYPES)) {
    for (let n = 0; n < count; n++) add(`${type}-${n}`, `${type.length}q${n} 7${n}`, type);
  }
  for (const [predicate, count] of Object.entries(PREDICATES)) {
    for (let n = 0; n < count; n++)
      tell(`${predicate}-${n}`, `TravelEvent-${n}`, predicate, { value: `v${n}` });
  }
  for (let at = 0; at < mutations.length; at += 500) await user.apply(batch(mutations.slice(at, at + 500)));
}

/** Entities that are one, and names that mean the same. One run asks about some pairs only: three ask about all. */
export const TIDY: KillScenario = {
  jobs: ["deduplicate", "deduplicate", "deduplicate", "consolidate-types"],
  stage: stageTidy,
};

function start({ env }: KillScenario, path: string, fake: FakeLlama): Promise<TestProcess> {
  return startProcess(path, { LLAMA_CPP_URL: fake.url, IDLE_AFTER_MINUTES: "10000", ...env?.(fake.url) });
}

/** True when the job was still at it. */
async function killedRun(
  scenario: KillScenario,
  path: string,
  fake: FakeLlama,
  job: string,
  msMax: number,
): Promise<boolean> {
  const service = await start(scenario, path, fake);
  const { runId } = (await client(service.url).post(`/maintenance/jobs/${job}/run`, { dryRun: false })).body;
  await sleep(Math.random() * msMax);
  await service.kill();
  const run = await withStore(path, (store) => store.system.run(runId as string));
  return run?.state === "running";
}

async function finish(
  scenario: KillScenario,
  path: string,
  fake: FakeLlama,
): Promise<{ ms: number[]; did: Record<string, number> }> {
  const service = await start(scenario, path, fake);
  const api = client(service.url);
  const ms: number[] = [];
  const did: Record<string, number> = {};
  for (const job of scenario.jobs) {
    const started = performance.now();
    const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, { dryRun: false })).body;
    let run: any;
    await until(async () => {
      run = (await api.get(`/maintenance/runs/${runId as string}`)).body;
      return run.state !== "running";
    }, job);
    if (run.state !== "done") throw new Error(`${job} ended as ${run.state as string}`);
    ms.push(Math.round(performance.now() - started));
    for (const [what, count] of Object.entries(run.result as Record<string, number>))
      did[what] = (did[what] ?? 0) + count;
  }
  await service.stop();
  return { ms, did };
}

function stateAt(path: string, scenario: KillScenario): Promise<string[]> {
  return withStore(path, (store) => (scenario.stateOf ?? stateOf)(store.forUser(LOCAL_USER), path));
}

/** All that is known then, without times and run ids; ids are the same in both copies. */
async function stateOf(user: UserStore): Promise<string[]> {
  const entities = await all((cursor) => user.entityPage({ limit: 200, cursor }));
  const facts = await all((cursor) => user.factPage({ statuses: STATUSES, limit: 200, cursor }));
  const merged = (await Promise.all(entities.map(({ id }) => user.mergedInto(id)))).flat();
  const reviews = await all((cursor) => user.reviewPage({ limit: 200, cursor }));
  const episodes = await all((cursor) => user.episodePage({ limit: 200, cursor }));
  const known = new Map([...entities, ...merged].map((one) => [one.id, one]));
  return [
    ...[...known.values()].map(entityLine),
    ...facts.map(factLine),
    ...episodes.map(episodeLine),
    ...reviews
      .filter(({ kind }) => kind !== "synonym")
      .map((r) => `review ${r.left} ${r.right} ${r.state} ${r.reason} asked ${r.askedAt !== null}`),
  ].sort();
}

function entityLine({
  id,
  name,
  type,
  status,
  confidence,
  mergedInto,
  mentionCount,
  aliases,
}: Entity): string {
  const names = aliases.map(({ alias, kind }) => `${alias}/${kind}`).sort();
  // How sure what was put away had been depends on which of two jobs came to it first.
  const sure = status === "archived" ? "" : confidence;
  const standing = `${status} ${sure} ${mergedInto ?? "-"} ${mentionCount}`;
  return `entity ${id} ${name} ${type} ${standing} ${names.join(",")}`;
}

function episodeLine({ id, source, userMessage, consolidatedInto, sourceCount }: Episode): string {
  return `episode ${id} ${source} ${consolidatedInto ?? "-"} ${sourceCount} ${userMessage}`;
}

function factLine({ id, subjectId, predicate, objectId, value, status, evidence, ...more }: Fact): string {
  const sure = status === "archived" ? "" : `${more.confidence} ${more.base ?? "-"}`;
  return `fact ${id} ${subjectId} ${predicate} ${objectId ?? value ?? ""} ${status} ${evidence.length} ${sure}`;
}

export async function all<T>(page: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | undefined; ;) {
    const next = await page(cursor);
    items.push(...next.items);
    if (next.nextCursor === null) return items;
    cursor = next.nextCursor;
  }
}
