import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import neo4j, { type Driver } from "neo4j-driver";
import { client, type Client } from "./client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "./fake-llama/index.ts";
import { HASH_KEY, leaseNeo4j, type TestNeo4j } from "./neo4j.ts";
import { ownRedis, type OwnRedis } from "./redis.ts";
import { startProcess, startWorker, testFolder, type TestProcess } from "./service.ts";

export interface LoadOptions {
  turns: number;
  users: number;
  apis: number;
  workers: number;
  /** Users that talk at once. */
  atOnce: number;
  /** Workers and Redis are killed on the way. */
  faults: boolean;
}

export interface LoadReport {
  turns: number;
  /** Answers other than 200, by code; each was tried again. */
  refusals: Record<string, number>;
  chatSeconds: number;
  extractionSeconds: number;
  kills: number;
  modelCalls: number;
  /** Each line is something that must not be; empty when all held. */
  problems: string[];
}

interface Fleet {
  neo4j: TestNeo4j;
  redis: OwnRedis;
  fake: FakeLlama;
  apis: TestProcess[];
  workers: TestProcess[];
  folder: string;
  /** Ids of turns whose client saw the whole reply. */
  seen: string[];
  refusals: Record<string, number>;
  startWorker(): Promise<TestProcess>;
}

/** People a user meets again and again, in several conversations at once: whoever is made twice shows. */
const PEOPLE = ["Aada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta", "Hannes"];
const TOWNS = ["Lyon", "Bern", "Oslo"];
const CONVERSATIONS = 2;
const KILL_EVERY_MS = 15_000;
const TRIES_MAX = 30;
const RETRY_MS = 500;
const DRAIN_MS_MAX = 30 * 60_000;

/** Many users talk to several processes on one Neo4j and one Redis; afterwards the store is counted. */
export async function replicaLoad(
  options: LoadOptions,
  log: (line: string) => void = () => undefined,
): Promise<LoadReport> {
  const [server, redis, fake, folder] = await Promise.all([
    leaseNeo4j(),
    ownRedis(),
    startFakeLlama({ slots: 64 }),
    testFolder(),
  ]);
  fake.reply("Good to know.");
  fake.extract = meetings;
  const env = {
    STORE: "neo4j",
    NEO4J_URI: server.uri,
    NEO4J_USER: server.user,
    NEO4J_PASSWORD: server.password,
    HASH_KEY,
    QUEUE: "bullmq",
    REDIS_URL: redis.url,
    REDIS_PREFIX: `load-${randomUUID()}`,
    LLAMA_CPP_URL: fake.url,
    LLAMA_CPP_BACKGROUND_SLOTS: "4",
    IDLE_AFTER_MINUTES: "10000",
    LOG_LEVEL: "error",
  };
  const startOne = (): Promise<TestProcess> => startWorker(folder.path, env);
  const apis: TestProcess[] = [];
  const workers: TestProcess[] = [];
  for (let n = 0; n < options.apis; n++) apis.push(await startProcess(folder.path, { ...env, ROLE: "api" }));
  for (let n = 0; n < options.workers; n++) workers.push(await startOne());
  const fleet: Fleet = {
    neo4j: server,
    redis,
    fake,
    apis,
    workers,
    folder: folder.path,
    seen: [],
    refusals: {},
    startWorker: startOne,
  };
  try {
    return await measure(fleet, options, log);
  } finally {
    await Promise.all([...apis, ...workers].map((service) => service.stop()));
    await fake.close();
    await redis.close();
    await folder.remove();
  }
}

async function measure(fleet: Fleet, options: LoadOptions, log: (line: string) => void): Promise<LoadReport> {
  const keys = await makeKeys(fleet, options.users);
  const stop = new AbortController();
  const killing = options.faults ? keepKilling(fleet, stop.signal) : Promise.resolve(0);
  const began = performance.now();
  await talkAll(fleet, keys, options);
  const talked = performance.now();
  log(`${options.turns} turns in ${Math.round((talked - began) / 1000)} s`);
  stop.abort();
  const kills = await killing;
  await extracted(client(fleet.apis[0]?.url ?? "", keys[0]), log);
  const drained = performance.now();
  return {
    turns: options.turns,
    refusals: fleet.refusals,
    chatSeconds: (talked - began) / 1000,
    extractionSeconds: (drained - talked) / 1000,
    kills,
    modelCalls: fleet.fake.requests.filter(({ body }) => body.response_format !== undefined).length,
    problems: await problemsIn(fleet, options.turns),
  };
}

async function makeKeys(fleet: Fleet, users: number): Promise<string[]> {
  const file = join(fleet.folder, "data", "engram.run.json");
  const { url, adminToken } = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
  const admin = client(url ?? "");
  const keys: string[] = [];
  for (let n = 0; n < users; n++) {
    const made = await admin.post(
      "/admin/keys",
      { user: `user${n}` },
      { "x-engram-admin": adminToken ?? "" },
    );
    keys.push(made.body.key as string);
  }
  const last = keys.at(-1) as string;
  for (const api of fleet.apis)
    while ((await client(api.url, last).get("/memory/stats")).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 100));
  return keys;
}

async function talkAll(fleet: Fleet, keys: string[], options: LoadOptions): Promise<void> {
  const perUser = Math.ceil(options.turns / keys.length);
  const users = keys.map((key, user) => ({
    key,
    user,
    left: Math.min(perUser, options.turns - user * perUser),
  }));
  const one = async (): Promise<void> => {
    for (let next = users.shift(); next; next = users.shift()) await talk(fleet, next);
  };
  await Promise.all(Array.from({ length: options.atOnce }, one));
}

/** One user, in conversations of their own at once, each message to another process. */
async function talk(
  fleet: Fleet,
  { key, user, left }: { key: string; user: number; left: number },
): Promise<void> {
  const converse = async (which: number): Promise<void> => {
    let conversationId: string | undefined;
    for (let n = which; n < left; n += CONVERSATIONS) {
      const person = PEOPLE[n % PEOPLE.length];
      const town = TOWNS[Math.floor(n / PEOPLE.length) % TOWNS.length];
      const body = {
        message: `I met ${person} in ${town} today.`,
        ...(conversationId ? { conversationId } : {}),
      };
      conversationId = await say(fleet, key, user + n, `${user}-${n}`, body);
    }
  };
  await Promise.all(Array.from({ length: CONVERSATIONS }, (_, which) => converse(which)));
}

/** As a client does: a turn that was refused is sent again under its key, to whichever process is next. */
async function say(
  fleet: Fleet,
  key: string,
  first: number,
  idempotencyKey: string,
  body: object,
): Promise<string> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
    const api = fleet.apis[(first + attempt) % fleet.apis.length] as TestProcess;
    const answer = await client(api.url, key).post("/chat", body, { "idempotency-key": idempotencyKey });
    if (answer.status === 200) {
      fleet.seen.push(answer.body.episodeId as string);
      return answer.body.conversationId as string;
    }
    const code = String(answer.body?.code ?? answer.status);
    fleet.refusals[code] = (fleet.refusals[code] ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error(`a turn was refused ${TRIES_MAX} times`);
}

/** A worker every now and then, and once Redis with all it holds. */
async function keepKilling(fleet: Fleet, signal: AbortSignal): Promise<number> {
  let kills = 0;
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, KILL_EVERY_MS);
      signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });
    if (signal.aborted) break;
    if (kills % 3 === 2) {
      await fleet.redis.kill();
      await fleet.redis.start();
    } else {
      const at = kills % fleet.workers.length;
      await fleet.workers[at]?.kill();
      fleet.workers[at] = await fleet.startWorker();
    }
    kills += 1;
  }
  return kills;
}

async function extracted(api: Client, log: (line: string) => void): Promise<void> {
  const until = performance.now() + DRAIN_MS_MAX;
  while (performance.now() < until) {
    const left = (await api.get("/health")).body.pending.extraction as number;
    if (left === 0) return;
    log(`${left} extractions wait`);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
}

/** What must not be in the store, by its own counts. */
async function problemsIn({ neo4j: server, seen }: Fleet, turns: number): Promise<string[]> {
  const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, server.password), {
    disableLosslessIntegers: true,
  });
  try {
    const count = (cypher: string): Promise<number> => countOf(driver, cypher);
    const twice = "WITH e.user_id AS u, e.name_fold AS n, e.type AS t, count(*) AS c WHERE c > 1";
    const counted: [what: string, is: number, shouldBe: number][] = [
      ["turns", await count("MATCH (e:Episode) RETURN count(e) AS c"), turns],
      [
        "extracted turns",
        await count("MATCH (e:Episode {extraction_state: 'done'}) RETURN count(e) AS c"),
        turns,
      ],
      [
        "traces of extractions",
        await count("MATCH (t:Trace {purpose: 'extract'}) RETURN count(t) AS c"),
        turns,
      ],
      ["evidence", await count("MATCH (:Fact)-[e:EVIDENCED_BY]->(:Episode) RETURN count(e) AS c"), turns],
      ["entities that are there twice", await count(`MATCH (e:Entity) ${twice} RETURN count(*) AS c`), 0],
      [
        "evidence of another user",
        await count(
          "MATCH (f:Fact)-[:EVIDENCED_BY]->(e:Episode) WHERE f.user_id <> e.user_id RETURN count(f) AS c",
        ),
        0,
      ],
    ];
    const { records } = await driver.executeQuery(
      "UNWIND $seen AS id OPTIONAL MATCH (e:Episode {id: id}) WITH id, e WHERE e IS NULL RETURN collect(id) AS ids",
      { seen },
    );
    const gone = records[0]?.get("ids") as string[] | undefined;
    counted.push(["turns a client saw that are gone", gone?.length ?? 0, 0]);
    counted.push(["turns a client saw twice", seen.length - new Set(seen).size, 0]);
    return counted.flatMap(([what, is, shouldBe]) =>
      is === shouldBe ? [] : `${what}: ${is}, not ${shouldBe}`,
    );
  } finally {
    await driver.close();
  }
}

async function countOf(driver: Driver, cypher: string): Promise<number> {
  const { records } = await driver.executeQuery(cypher);
  return records[0]?.get("c") as number;
}

/** One person and one statement per turn. */
function meetings(body: ChatBody): unknown {
  const texts = body.messages.map(({ content }) => content);
  const turns = Number(/^turns: (\d+)$/m.exec(texts.at(-1) ?? "")?.[1] ?? 1);
  const told = body.messages
    .slice(0, -1)
    .filter(({ role }) => role === "user")
    .slice(-turns);
  return { turns: told.map(({ content }, at) => ({ turn: at + 1, ...meeting(content) })) };
}

function meeting(message: string): object {
  const [quote, person = "nobody", town = "nowhere"] = /I met (\w+) in (\w+) today/.exec(message) ?? [];
  return {
    entities: [{ name: person, type: "person", aliases: [] }],
    facts: [
      {
        subject: person,
        predicate: "WAS_MET_IN",
        object: town,
        objectKind: "value",
        polarity: "positive",
        text: `${person} was met in ${town}.`,
        quote,
        assertedBy: "user",
        confidence: 0.9,
      },
    ],
  };
}
