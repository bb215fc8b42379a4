import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createNeo4jStore } from "../../src/adapters/neo4j/index.ts";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import type { Mutation } from "../../src/domain/model/mutation.ts";
import { MINUTE_MS, plusMs } from "../../src/domain/model/time.ts";
import type { MemoryStore, UserStore } from "../../src/ports/memory-store.ts";
import { SIGNING_KEY } from "../support/memory-files.ts";
import { writeMemoryFile } from "../../src/services/transfer/file.ts";
import { type Moved, type MoveState, moveStore } from "../../src/services/transfer/move.ts";
import { START, batch, entity, fact, quote, say, testClock } from "../contracts/memory-store-story.ts";
import { leaseNeo4j } from "../support/neo4j.ts";
import { someVector, TAG } from "../support/neo4j-lives.ts";
import { testFolder } from "../support/service.ts";

const FACTS_PER_TURN = 5;
const TURNS_PER_BATCH = 20;
const TURNS_PER_CONVERSATION = 40;
const DIMENSIONS = 384;
const MIB = 1024 * 1024;
/** How often memory is looked at, milliseconds. */
const LOOK_MS = 100;

/**
 * `npm run bench -- migrate --facts 50000 [--vectors]`: a life of so many facts from SQLite to Neo4j and into another
 * SQLite; whether the exports are the same, how long each way took, the most memory this process needed.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      facts: { type: "string", default: "50000" },
      vectors: { type: "boolean", default: false },
    },
  });
  const facts = Number(values.facts);
  const folder = await testFolder();
  const clock = testClock();
  const server = await leaseNeo4j();
  const open = (name: string): Promise<MemoryStore> =>
    createSqliteStore({ file: join(folder.path, name), clock });
  const memory = watchMemory();
  const first = await open("first.db");
  const neo4j = await createNeo4jStore({ ...server, clock });
  const last = await open("last.db");
  try {
    const rows: Record<string, unknown>[] = [];
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      memory.reset();
      const started = performance.now();
      const done = await work();
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      const peak = memory.peak();
      rows.push({ step: what, seconds, ...peak });
      console.error(
        `${what}: ${seconds} s, at most ${peak.ownMiB} MiB (${peak.residentMiB} with mapped files)`,
      );
      return done;
    };
    const user = first.forUser("ann");
    await timed(`${facts} facts lived in SQLite`, () => live(user, facts, values.vectors));
    // A little of another user, so that nothing rests on being alone.
    await live(first.forUser("bob"), 50, values.vectors);
    const there = await timed("SQLite -> Neo4j, compared", () => moveAll(first, neo4j));
    const back = await timed("Neo4j -> SQLite, compared", () => moveAll(neo4j, last));
    const exported = async (store: MemoryStore, name: string) => {
      const path = join(folder.path, name);
      const signed = { product: "bench", signingKey: SIGNING_KEY };
      const options = { ...signed, now: START, vectors: true, tombstones: true };
      const footer = await timed(`export of ${name}`, () =>
        writeMemoryFile(store.forUser("ann"), path, options),
      );
      return { path, footer, bytes: (await stat(path)).size };
    };
    const a = await exported(first, "first.jsonl");
    const b = await exported(neo4j, "neo4j.jsonl");
    const c = await exported(last, "last.jsonl");
    const sums = await Promise.all([a, b, c].map(({ path }) => sha256Of(path)));
    const identical = new Set(sums).size === 1;
    const problems = [...(await neo4j.system.check()), ...(await last.system.check())];
    console.table(rows);
    const lists = await sameLists(user, last.forUser("ann"));
    const result = {
      identical,
      sha256: sums,
      lists,
      problems: problems.length,
      exportMiB: Math.round(a.bytes / MIB),
      records: a.footer.records,
      counts: a.footer.counts,
      moved: [there, back].map(({ users }) => users.map((one) => [one.user, one.records])),
      rows,
    };
    console.log(JSON.stringify(result));
    if (!identical || !lists || problems.length > 0) process.exitCode = 1;
  } finally {
    memory.stop();
    await Promise.all([first.close(), neo4j.close(), last.close()]);
    await folder.remove();
  }
}

function moveAll(from: MemoryStore, to: MemoryStore): Promise<Moved> {
  const state: MoveState = { done: [], current: null };
  return moveStore(from, to, { state, save: async () => undefined });
}

/** Turns with facts, some of them undone, merged, deleted, forgotten: what a real life leaves behind. */
async function live(user: UserStore, facts: number, vectors: boolean): Promise<void> {
  const self = await user.self();
  const turns = Math.ceil(facts / FACTS_PER_TURN);
  let mutations: Mutation[] = [];
  for (let i = 0; i < turns; i++) {
    const at = plusMs(START, i * MINUTE_MS);
    const text = `Person ${i} lives in town${i % 97}, likes topic${i}, fears storm${i % 31} and works as job${i % 53}.`;
    const episode = await say(user, `e${i}`, text, {
      conversationId: `c${Math.floor(i / TURNS_PER_CONVERSATION)}`,
      occurredAt: at,
      recordedAt: at,
      reply: `Noted about topic${i}.`,
      idempotencyKey: `key${i}`,
    });
    const id = `x${i}`;
    mutations.push(
      { op: "entity.put", entity: entity(id, `Person ${i}`, { type: "person", createdAt: at }) },
      { op: "mention.put", episodeId: episode.id, entityId: id, start: 0, end: 8 },
      {
        op: "episode.patch",
        id: episode.id,
        set: { extraction: { state: "done", attempts: 1, error: null } },
      },
    );
    const put = (
      n: number,
      predicate: string,
      words: string,
      object: { value: string } | { objectId: string },
    ) =>
      mutations.push({
        op: "fact.put",
        fact: fact(`f${i}-${n}`, id, predicate, {
          text: `Person ${i} ${words}.`,
          createdAt: at,
          status: n % 2 === 0 ? "verified" : "staged",
          validAt: { at, precision: "day" },
          evidence: [quote(episode, words)],
          ...object,
        }),
      });
    put(0, "LIVES_IN", `lives in town${i % 97}`, { value: `town${i % 97}` });
    put(1, "LIKES", `likes topic${i}`, { value: `topic${i}` });
    put(2, "FEARS", `fears storm${i % 31}`, { value: `storm${i % 31}` });
    put(3, "WORKS_AS", `works as job${i % 53}`, { value: `job${i % 53}` });
    put(4, "KNOWS", `Person ${i}`, { objectId: i === 0 ? self.id : `x${i - 1}` });
    if (i % TURNS_PER_BATCH !== TURNS_PER_BATCH - 1 && i !== turns - 1) continue;
    await user.apply(batch(mutations, { once: `batch${i}`, runId: `run${i}` }));
    mutations = [];
  }
  const gone = await user.apply(
    batch([
      { op: "fact.delete", id: "f1-1" },
      { op: "fact.delete", id: "f2-1" },
    ]),
  );
  await user.undo(gone.changeIds[0] ?? "");
  await user.forget({ factId: "f3-1" }, plusMs(START, turns * MINUTE_MS));
  if (vectors) await embed(user);
}

async function embed(user: UserStore): Promise<void> {
  for (;;) {
    const waiting = await user.unembedded(TAG, 500);
    if (waiting.length === 0) return;
    await user.putVectors(
      TAG,
      waiting.map((item) => ({ ...item, vector: someVector(DIMENSIONS, item.id) })),
    );
  }
}

/** The same items in the same order, page by page. */
async function sameLists(a: UserStore, b: UserStore): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(listHash));
  return left === right;
}

async function listHash(user: UserStore): Promise<string> {
  const hash = createHash("sha256");
  const lists = [
    (r: { limit: number; cursor?: string | undefined }) => user.conversationPage(r),
    (r: { limit: number; cursor?: string | undefined }) => user.episodePage(r),
    (r: { limit: number; cursor?: string | undefined }) => user.entityPage(r),
    (r: { limit: number; cursor?: string | undefined }) => user.factPage(r),
    (r: { limit: number; cursor?: string | undefined }) => user.changePage(r),
  ];
  for (const list of lists) {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: { items: unknown[]; nextCursor: string | null } = await list({ limit: 200, cursor });
      hash.update(JSON.stringify(page.items));
      cursor = page.nextCursor;
    }
  }
  return hash.digest("hex");
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/**
 * Memory of the whole process, its store threads included: all that is resident, and without the pages of files that
 * SQLite maps, which the system takes back when it needs them (told by Linux alone).
 */
function watchMemory() {
  const most = { resident: 0, own: 0 };
  const look = (): void => {
    most.resident = Math.max(most.resident, process.memoryUsage.rss());
    most.own = Math.max(most.own, ownBytes());
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    reset: () => {
      most.resident = 0;
      most.own = 0;
      look();
    },
    peak: () => {
      look();
      return { residentMiB: Math.round(most.resident / MIB), ownMiB: Math.round(most.own / MIB) };
    },
    stop: () => clearInterval(timer),
  };
}

function ownBytes(): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
