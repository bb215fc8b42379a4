import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { readEvents } from "../../../src/cli/sse.ts";
import { eventually } from "../../contracts/job-queue.ts";
import { client, until, type Client } from "../../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../../support/fake-llama/index.ts";
import { HASH_KEY, leaseNeo4j, neo4jMissing, type TestNeo4j } from "../../support/neo4j.ts";
import { ownRedis, redisMissing, type OwnRedis } from "../../support/redis.ts";
import {
  startProcess,
  startWorker,
  testFolder,
  type TestFolder,
  type TestProcess,
} from "../../support/service.ts";

const missing = redisMissing() ?? neo4jMissing();

/** Two that serve, two that work, one Neo4j, one Redis; nothing is sticky. */
describe.skipIf(missing !== null)("several processes on one store", () => {
  let neo4j: TestNeo4j;
  let redis: OwnRedis;
  let fake: FakeLlama;
  let folder: TestFolder;
  let env: Record<string, string>;
  const apis: TestProcess[] = [];
  const workers: TestProcess[] = [];
  let one: Client;
  let two: Client;

  const limits = { conversationWaitMs: 300, voting: false };
  const serve = (): Promise<TestProcess> => startProcess(folder.path, { ...env, ROLE: "api" }, limits);
  const work = (): Promise<TestProcess> => startWorker(folder.path, env, limits);

  beforeAll(async () => {
    [neo4j, redis, fake, folder] = await Promise.all([
      leaseNeo4j(),
      ownRedis(),
      startFakeLlama({ slots: 4 }),
      testFolder(),
    ]);
    fake.extract = whoWasMet;
    env = {
      STORE: "neo4j",
      NEO4J_URI: neo4j.uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      HASH_KEY,
      QUEUE: "bullmq",
      REDIS_URL: redis.url,
      REDIS_PREFIX: `test-${randomUUID()}`,
      LLAMA_CPP_URL: fake.url,
      IDLE_AFTER_MINUTES: "600",
      LOG_LEVEL: "silent",
    };
    workers.push(await work(), await work());
    apis.push(await serve(), await serve());
    one = client(apis[0]?.url ?? "");
    two = client(apis[1]?.url ?? "");
  }, 240_000);
  afterAll(async () => {
    await Promise.all([...apis, ...workers].map((service) => service.stop()));
    await fake?.close();
    await redis?.close();
    await folder?.remove();
  });
  beforeEach(async () => {
    await fake?.restore();
    fake?.reply("Understood.");
  });

  test("each answers for its health; a worker serves nothing else", async () => {
    for (const { url } of [...apis, ...workers]) {
      const { body } = await client(url).get("/health");
      expect(body).toMatchObject({ status: "ok", store: { kind: "neo4j" }, queue: { kind: "bullmq" } });
    }
    expect((await client(workers[0]?.url ?? "").get("/memory/stats")).status).toBe(404);
  });

  test("what a worker learned is told to observers of any replica", async () => {
    const abort = new AbortController();
    const stream = await fetch(`${two.url}/events`, { signal: abort.signal });
    const seen: any[] = [];
    void (async () => {
      for await (const { event, data } of readEvents(stream.body as ReadableStream<Uint8Array>))
        seen.push({ event, ...JSON.parse(data) });
    })().catch(() => undefined);
    await eventually(() => seen.length > 0);
    const { conversationId } = await one.say("I met a person Annelie today.");
    await until(async () => seen.some(({ type }) => type === "staged"), "the event");
    abort.abort();
    expect((await two.get(`/conversations/${conversationId}`)).status).toBe(200);
  });

  test("a conversation that is answered by one replica is busy for the other", async () => {
    const { conversationId } = await one.say("Hello there.");
    await one.extracted();
    fake.reply({ content: "a b c d e f g h i j k l m n o p", tokenDelayMs: 100 });
    const slow = one.say("Tell me more.", { conversationId });
    await until(async () => fake.load.busy > 0, "a running reply");
    const busy = await two.post("/chat", { message: "Me too.", conversationId });
    expect(busy.body.code).toBe("conversation_busy");
    await slow;
    expect((await two.post("/chat", { message: "And now?", conversationId })).status).toBe(200);
  });

  test("a reply whose connection broke is taken up, and stopped, through the other replica", async () => {
    fake.reply({ content: "a b c d e f g h i j k l m n o p q r", tokenDelayMs: 100 });
    const first = await socketTo(one.url);
    first.send({ type: "chat.send", id: "t1", message: "Count for me." });
    await eventually(() => first.frames.length > 4);
    first.socket.terminate();
    const seen = [...first.frames];
    const second = await socketTo(two.url);
    second.send({ type: "chat.resume", id: "t1", seq: seen.at(-1)?.seq });
    await eventually(() => second.frames.some(({ type }) => type === "chat.done"));
    const all = [...seen, ...second.frames].filter(({ type }) => type.startsWith("chat."));
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
    const text = all.filter(({ type }) => type === "chat.delta").map((frame) => frame.text);
    expect(text.join("")).toBe("a b c d e f g h i j k l m n o p q r");
    const third = await socketTo(one.url);
    third.send({ type: "chat.send", id: "t2", message: "Once more." });
    await eventually(() => third.frames.length > 3);
    second.send({ type: "chat.cancel", id: "t2" });
    await eventually(() => third.frames.some(({ type, id }) => type === "chat.error" && id === "t2"));
    second.send({ type: "chat.resume", id: "none", seq: 0 });
    await eventually(() => second.frames.some(({ type, code }) => type === "error" && code === "not_found"));
    for (const { socket } of [second, third]) socket.terminate();
  });

  test("a job started on both replicas at once is one run, done by a worker", async () => {
    await one.extracted();
    const started = await Promise.all(
      [one, two, one, two].map((api) => api.post("/maintenance/jobs/verify/run", {})),
    );
    const ids = new Set(started.map(({ body }) => body.runId as string));
    expect(ids.size).toBe(1);
    const [runId] = [...ids];
    await until(async () => (await two.get(`/maintenance/runs/${runId}`)).body.state === "done", "the run");
  });

  test("an extraction on a worker gives way to a chat on a replica, and is done after", async () => {
    const before = fake.requests.length;
    await fake.misbehave("slow-prompt", { ms: 3_000, when: (body) => body.response_format !== undefined });
    await one.say("I moved to Bern.");
    await until(async () => fake.requests.slice(before).some(isExtraction), "an extraction");
    await two.say("Something else entirely.");
    await until(
      async () => fake.requests.slice(before).some((request) => isExtraction(request) && request.aborted),
      "the extraction to be stopped",
    );
    await fake.restore();
    await one.extracted();
  });

  test("a worker killed in the middle: the other one does its work, no effect is there twice", async () => {
    await fake.misbehave("slow-prompt", { ms: 300, when: (body) => body.response_format !== undefined });
    const before = (await one.get("/memory/stats")).body;
    const names = ["Aada", "Bruno", "Carla", "Dario", "Elena", "Fabio"];
    await Promise.all(names.map((name, n) => (n % 2 ? one : two).say(`I met a person ${name} today.`)));
    await until(async () => fake.load.busy > 0, "an extraction");
    await workers[0]?.kill();
    workers[0] = await work();
    await eventually(
      async () => (await one.get("/memory/stats")).body.pending.extraction === 0,
      "all extractions",
    );
    const after = (await one.get("/memory/stats")).body;
    expect(after.episodes).toBe(before.episodes + names.length);
    const entities = (await one.get("/memory/entities?limit=200")).body.items as { name: string }[];
    for (const name of names) expect(entities.filter((entity) => entity.name === name).length).toBe(1);
  });

  test("a replica killed in the middle of a reply: the turn is kept, ended by another process, and extracted", async () => {
    fake.reply({ content: "a b c d e f g h i j k l m n o p q r s t", tokenDelayMs: 500 });
    const doomed = await serve();
    const dying = client(doomed.url)
      .post("/chat", { message: "My boat is called Nina." })
      .catch(() => null);
    const state = async (): Promise<string | undefined> => {
      const { items } = (await one.get("/memory/episodes?limit=200")).body;
      return items.find((episode: any) => episode.userMessage === "My boat is called Nina.")?.state;
    };
    await until(async () => (await state()) === "open", "an open turn");
    await doomed.kill();
    await dying;
    fake.reply("Understood.");
    await eventually(async () => (await state()) === "interrupted", "its end");
    await eventually(async () => (await one.get("/memory/stats")).body.pending.extraction === 0);
  });

  test("Redis killed with its data while all talk: no turn is lost, each is extracted", async () => {
    const before = (await one.get("/memory/stats")).body.episodes as number;
    const said: Promise<unknown>[] = [];
    for (let n = 0; n < 6; n++) said.push((n % 2 ? one : two).say(`I like the number ${n}.`));
    await redis.kill();
    for (let n = 6; n < 12; n++) said.push((n % 2 ? one : two).say(`I like the number ${n}.`));
    await Promise.all(said);
    await redis.start();
    await eventually(
      async () => (await one.get("/memory/stats")).body.pending.extraction === 0,
      "all extractions",
    );
    expect((await one.get("/memory/stats")).body.episodes).toBe(before + 12);
  });

  test("a key made or revoked at one replica counts at the other", async () => {
    const admin = async (): Promise<Record<string, string>> => {
      const file = join(folder.path, "data", "engram.run.json");
      const { adminToken } = JSON.parse(await readFile(file, "utf8")) as { adminToken: string };
      return { "x-engram-admin": adminToken };
    };
    const announced = JSON.parse(await readFile(join(folder.path, "data", "engram.run.json"), "utf8"));
    const here = client(announced.url as string);
    const other = here.url === one.url ? two : one;
    const made = await here.post("/admin/keys", { user: "ann" }, await admin());
    const kept = await here.post("/admin/keys", { user: "bob" }, await admin());
    const keyed = client(other.url, made.body.key as string);
    await until(async () => (await other.get("/memory/stats")).status === 401, "the key to count");
    expect((await keyed.get("/memory/stats")).status).toBe(200);
    const { items } = (await here.get("/admin/keys", await admin())).body;
    const { id } = items.find(({ userId }: { userId: string }) => userId === "ann");
    await here.send("DELETE", `/admin/keys/${id as string}`, undefined, await admin());
    await until(async () => (await keyed.get("/memory/stats")).status === 401, "the key to be refused");
    const still = client(other.url, kept.body.key as string);
    expect((await still.get("/memory/stats")).status).toBe(200);
  });
});

interface Socket {
  socket: WebSocket;
  frames: any[];
  send(frame: unknown): void;
}

async function socketTo(url: string): Promise<Socket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  const frames: any[] = [];
  socket.on("message", (data: Buffer) => {
    const frame = JSON.parse(data.toString());
    if (!frame.type.startsWith("memory.")) frames.push(frame);
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return { socket, frames, send: (frame) => socket.send(JSON.stringify(frame)) };
}

function isExtraction(request: { body: { response_format?: unknown } }): boolean {
  return request.body.response_format !== undefined;
}

/** One person, when the turn tells of one. */
function whoWasMet(body: ChatBody): unknown {
  const [quote, name] = /I met a person (\w+) today/.exec(JSON.stringify(body.messages)) ?? [];
  if (name === undefined) return { turns: [] };
  const text = `The user met ${name}`;
  const fact = { quote, subject: "I", predicate: "met", object: name, objectKind: "entity", text };
  return {
    turns: [
      {
        turn: 1,
        entities: [{ name, type: "person" }],
        facts: [{ ...fact, polarity: "positive", assertedBy: "user", change: "none", confidence: 0.9 }],
      },
    ],
  };
}
