import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import type { Change } from "../../src/domain/model/change.ts";
import type { AppliedBatch } from "../../src/domain/model/mutation.ts";
import type { EngramError } from "../../src/errors.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { must, quote, testClock, walk } from "../contracts/memory-store-story.ts";
import { type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { FLOOD_FACTS, type WriterTask, flood, prepare, shared } from "../support/neo4j-writer.ts";

const missing = neo4jMissing();
const leased = missing === null ? await leaseNeo4j() : null;
const server = leased as TestNeo4j;
const WRITERS = 4;
const BATCHES = 12;

interface Acknowledged extends AppliedBatch {
  writer: number;
  i: number;
}

/** Another process with a connection of its own. Resolves with what was acknowledged once it has ended. */
function startWriter(kind: WriterTask["kind"], writer: number, batches: number) {
  const { uri, user, password } = server;
  const task: WriterTask = { uri, user, password, kind, writer, batches };
  const script = new URL("../support/neo4j-writer.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: Acknowledged[] = [];
  const listeners: (() => void)[] = [];
  createInterface({ input: must(child.stdout) }).on("line", (line) => {
    acknowledged.push(JSON.parse(line) as Acknowledged);
    for (const listener of listeners) listener();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const atLeast = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => void (acknowledged.length >= count && resolve());
      listeners.push(check);
      check();
    });
  return { child: child as ChildProcess, acknowledged, ended, atLeast };
}

const title = "several processes write to one user's memory in Neo4j";
describe.skipIf(leased === null)(missing === null ? title : `${title} (${missing})`, () => {
  let store: MemoryStore;
  let ann: UserStore;

  beforeEach(async () => {
    await store?.close();
    await server.wipe();
    store = await createNeo4jStore({ ...server, clock: testClock() });
    ann = store.forUser("ann");
    await warmUp(store.forUser("warm"));
    await prepare(ann);
  }, 300_000);
  afterAll(() => store?.close());

  test("no update is lost, nothing is made twice, and the log tells every step", async () => {
    const writers = Array.from({ length: WRITERS }, (_, w) => startWriter("share", w, BATCHES));
    expect(await Promise.all(writers.map((w) => w.ended))).toEqual(writers.map(() => 0));
    const done = writers.flatMap((w) => w.acknowledged).filter((one) => one.applied);

    // Two processes share each key: it lets one of them through. Odd ones hold back when the name is taken.
    const keys = done.map(({ writer, i }) => `${writer % 2}-${i}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.startsWith("0-"))).toHaveLength(BATCHES);

    const x = must(await ann.entity("x"));
    const names = done.map(({ writer, i }) => `name ${writer}-${i}`).sort();
    expect(x.aliases.map(({ alias }) => alias).sort()).toEqual(names);
    // One episode counts once, however often it mentions somebody.
    expect(x.mentionCount).toBe(1);
    const common = must(await ann.fact("common"));
    expect(common.evidence).toHaveLength(1 + new Set(done.map(({ writer }) => writer)).size);
    const stats = await ann.stats();
    expect(stats.facts).toEqual({ staged: 1 + done.length });
    expect(stats.entities).toEqual({ staged: 1 + done.length });
    await expectGuarded(ann, done);

    const changes = (await walk((page) => ann.changePage(page), 200)).reverse();
    expect(
      changes
        .slice(2)
        .map((one) => one.id)
        .sort(),
    ).toEqual(done.flatMap((one) => one.changeIds).sort());
    for (const id of ["x", "common"])
      expectChain(changes, id, await (id === "x" ? ann.entity(id) : ann.fact(id)));
    expect(await store.system.check()).toEqual([]);
  }, 200_000);

  test("a process killed in the middle of a batch leaves whole batches only, and nobody waits for it", async () => {
    const endless = 100_000;
    const [victim, other] = [startWriter("flood", 0, endless), startWriter("flood", 1, endless)];
    await Promise.all([victim.atLeast(3), other.atLeast(3)]);
    victim.child.kill("SIGKILL");
    await victim.ended;
    const seen = other.acknowledged.length;
    await other.atLeast(seen + 3);
    other.child.kill("SIGKILL");
    await other.ended;

    const whole = new Map<string, number>();
    for (const { id } of await walk((page) => ann.entityPage(page), 200)) {
      if (id !== "x") whole.set(id, (await ann.facts({ entityIds: [id], limit: 200 })).length);
    }
    expect(new Set(whole.values())).toEqual(new Set([FLOOD_FACTS]));
    for (const { writer, i } of [...victim.acknowledged, ...other.acknowledged]) {
      expect(whole.has(`e${writer}-${i}`)).toBe(true);
    }
    const stats = await ann.stats();
    expect(stats.facts).toEqual({ staged: 1 + whole.size * FLOOD_FACTS });
    expect((await ann.mentions(["said"])).length).toBe(whole.size);
    const changes = await walk((page) => ann.changePage(page), 200);
    expect(changes).toHaveLength(2 + whole.size * (1 + FLOOD_FACTS));
    expect(await store.system.check()).toEqual([]);
  }, 200_000);
});

const ATTEMPTS_MAX = 10;

/** The first use of each statement is slow, on a busy machine slower than a call may be; that is not asked here. */
async function warmUp(user: UserStore): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const said = quote(await prepare(user), "hello");
      for (const next of [shared, flood]) await user.apply(next(0, 0, said));
      await user.apply(shared(1, 0, said));
      await Promise.all([user.stats(), user.mentions(["said"]), user.fact("common")]);
      await Promise.all([user.entityPage({ limit: 1 }), user.changePage({ limit: 1 })]);
      return void (await user.facts({ entityIds: ["x"], limit: 1 }));
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || (error as EngramError).code !== "store_unavailable") throw error;
    }
  }
}

/** An odd writer made a thing only where nobody had made one of that name before. */
async function expectGuarded(ann: UserStore, done: Acknowledged[]): Promise<void> {
  for (const { i } of done) {
    const made = (await ann.entitiesByAlias([`Only ${i}`])).map((hit) => hit.entity.id);
    expect(made.filter((id) => Number(id.split("-")[1]) % 2 === 1).length).toBeLessThanOrEqual(1);
    expect(made.length).toBeLessThanOrEqual(2);
  }
}

/** Each change begins where the one before ended, and the last one is how it stands. */
function expectChain(changes: Change[], id: string, now: unknown): void {
  const own = changes.filter((one) => one.targetId === id);
  expect(own.length).toBeGreaterThan(1);
  const decided = (value: unknown): unknown => {
    const { mentionCount, lastMentionedAt, ...rest } = value as Record<string, unknown>;
    return rest;
  };
  own.slice(1).forEach((one, k) => expect(decided(one.before)).toEqual(decided(own[k]?.after)));
  expect(decided(own.at(-1)?.after)).toEqual(decided(now));
}
