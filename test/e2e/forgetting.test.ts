import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import neo4jDriver from "neo4j-driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningService } from "../../src/adapters/data-folder/index.ts";
import { JOBS } from "../../src/services/jobs/registry.ts";
import { client, type Client, type Said, until } from "../support/client.ts";
import { THINGS, type Thing, readingOf, twinOf } from "../support/forgetting-cases.ts";
import { HASH_KEY, type TestNeo4j, leaseNeo4j, neo4jMissing } from "../support/neo4j.ts";
import { type ReadingLlama, startReadingLlama } from "../support/reading-llama.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";

/**
 * Every thing in every way: told, answered, recalled, believed, then forgotten. Afterwards its words stand in no file, no
 * index, no log, no property of a graph and no answer; what begins alike and is something else stays.
 */

const SETTINGS = {
  IDLE_AFTER_MINUTES: "10000",
  ENSEMBLE_VOTING_ENABLED: "false",
  RETRIEVAL_DEADLINE_MS: "5000",
};
const MAIN = join(import.meta.dirname, "../../src/main.ts");

interface Told {
  said: Said;
  factId: string;
  entityId: string | null;
}

interface Stage {
  folder: TestFolder;
  service: TestService;
  llama: ReadingLlama;
  /** By message. */
  replies: Map<string, string>;
  api: Client;
  mcp: McpClient;
  cli: Cli;
}

interface Cli {
  type(line: string, answer: RegExp): Promise<void>;
  close(): void;
}

interface Way {
  way: string;
  /** For things that have a name alone. */
  named?: boolean;
  /** Beside the usual way of telling. */
  tell?: (stage: Stage, thing: Thing, n: number, told: Told) => Promise<unknown>;
  forget: (stage: Stage, told: Told, thing: Thing, n: number) => Promise<unknown>;
}

async function ok(asked: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await asked;
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
}

const forget = (api: Client, target: object): Promise<void> => ok(api.post("/memory/forget", target));

async function say(
  stage: Stage,
  message: string,
  reply: string,
  more: object = {},
  headers = {},
): Promise<Said> {
  stage.replies.set(message, reply);
  const { status, body, text } = await stage.api.post("/chat", { message, ...more }, headers);
  if (status !== 200) throw new Error(`chat answered ${status}: ${text}`);
  return body as Said;
}

/** The first turn, whose reply repeats it; once it is believed, a turn elsewhere that recalls it and says it again. */
function tellFirst(stage: Stage, thing: Thing, n: number): Promise<Said> {
  const { message } = thing.told(n);
  return say(stage, message, `Noted: ${message}`);
}

async function tellAgain(stage: Stage, thing: Thing, n: number, told: Told): Promise<void> {
  const { conversationId } = told.said;
  for (const message of thing.again(n)) await say(stage, message, `So: ${message}`, { conversationId });
  await say(stage, `What did I just tell you, ${n}?`, thing.told(n).message, { conversationId });
}

interface Turn {
  id: string;
  occurredAt: string;
}

async function turnsOf({ api }: Stage, { said }: Told): Promise<Turn[]> {
  return (await api.get(`/conversations/${said.conversationId}?limit=50`)).body.episodes;
}

async function everyTurn(stage: Stage, told: Told): Promise<void> {
  for (const { id } of await turnsOf(stage, told)) await forget(stage.api, { episodeId: id });
}

async function callTool({ mcp }: Stage, args: Record<string, unknown>): Promise<void> {
  const { isError, content } = await mcp.callTool({ name: "forget", arguments: args });
  if (isError) throw new Error(JSON.stringify(content));
}

const WAYS: readonly Way[] = [
  { way: "the statement, over REST", forget: ({ api }, { factId }) => forget(api, { factId }) },
  { way: "the turns, over REST", forget: everyTurn },
  {
    way: "the conversation, over REST",
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the conversation, deleted",
    forget: ({ api }, { said }) => ok(api.send("DELETE", `/conversations/${said.conversationId}`)),
  },
  { way: "the statement, over MCP", forget: (stage, { factId }) => callTool(stage, { factId }) },
  {
    way: "the conversation, over MCP",
    forget: (stage, { said }) => callTool(stage, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, after it was corrected by hand",
    tell: ({ api }, _, n, { factId }) =>
      ok(api.send("PATCH", `/memory/facts/${factId}`, { object: twinOf(n) })),
    forget: ({ api }, { factId }) => forget(api, { factId }),
  },
  {
    way: "in a chat, as the last thing said",
    async tell(stage, thing, n) {
      const { message } = thing.told(n);
      const { conversationId } = await say(stage, message, message);
      await say(stage, "Forget that, please.", "Done.", { conversationId });
    },
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, in a turn with keys of a program",
    async tell(stage, thing, n, { said }) {
      const word = thing.word(n);
      const key = { "idempotency-key": `key-${word}_${n}` };
      await say(stage, thing.told(n).message, "Again.", { conversationId: said.conversationId }, key);
      const episode = {
        text: thing.told(n).message,
        externalId: `${word}/${n}`,
        conversationId: said.conversationId,
      };
      await stage.api.post("/memory/episodes", episode);
      await stage.api.send("PATCH", `/conversations/${said.conversationId}`, { title: `About ${word}s` });
      await stage.api.extracted();
    },
    forget: ({ api }, { said }) => forget(api, { conversationId: said.conversationId }),
  },
  {
    way: "the statement, in the CLI",
    forget: ({ cli }, { factId }) => cli.type(`/forget ${factId}`, /Forgotten/),
  },
  { way: "the entity, over REST", named: true, forget: ({ api }, { entityId }) => forget(api, { entityId }) },
  {
    way: "the entity, over MCP",
    named: true,
    forget: (stage, { entityId }) => callTool(stage, { entityId }),
  },
  {
    way: "the entity, named in keys, speakers and other names",
    named: true,
    async tell(stage, thing, n) {
      const { object } = thing.told(n).fact;
      const text = `It rained on ${n}.`;
      await stage.api.post("/memory/episodes", { text, speaker: object, externalId: `${object}-${n}` });
      await say(stage, `Hello ${n}.`, "Hi.", {}, { "idempotency-key": `${object.toLowerCase()}:${n}` });
      const husband = { subject: `${object}'s husband`, predicate: "LIKES", object: "tea" };
      await stage.api.post("/memory/facts", { ...husband, text: `${object}'s husband likes tea.` });
    },
    forget: ({ api }, { entityId }) => forget(api, { entityId }),
  },
  {
    way: "everything that was said in a time",
    async forget(stage, told) {
      for (const { occurredAt } of await turnsOf(stage, told)) {
        const to = new Date(Date.parse(occurredAt) + 1).toISOString();
        await forget(stage.api, { from: occurredAt, to });
      }
    },
  },
];

/** Forgetting one statement leaves what other turns say of its thing. */
const takesTurns = ({ way }: Way): boolean => !way.startsWith("the statement") || way.includes("keys");
const isCorrected = ({ way }: Way): boolean => way.includes("corrected");

const CASES = WAYS.flatMap((way) =>
  THINGS.filter((thing) => way.named !== true || thing.isNamed).map((thing) => ({ way, thing })),
).map((one, n) => ({ ...one, n }));
type Case = (typeof CASES)[number];

/** Somebody whose name begins alike is told of as well, and stays. */
const hasTwin = ({ way, thing }: Pick<Case, "way" | "thing">): boolean => thing.isNamed && !isCorrected(way);

const wordsOf = ({ way, thing, n }: Case): string[] =>
  isCorrected(way) ? [thing.word(n), twinOf(n)] : [thing.word(n)];

/** One terminal, opened when somebody types; its lines are answered in turn. */
function openCli(folder: TestFolder): Cli {
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: join(folder.path, "data") };
  let child: ChildProcessWithoutNullStreams | null = null;
  let said = "";
  let last: Promise<unknown> = Promise.resolve();
  const type = async (line: string, answer: RegExp): Promise<void> => {
    child ??= spawn(process.execPath, [MAIN, "chat"], { env });
    if (child.stdout.listenerCount("data") === 0)
      child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    said = "";
    child.stdin.write(`${line}\n`);
    await until(async () => answer.test(said), line);
  };
  return {
    type: (line, answer) => {
      const typed = last.then(() => type(line, answer));
      last = typed.catch(() => undefined);
      return typed;
    },
    close: () => child?.kill(),
  };
}

async function openMcp({ url }: TestService): Promise<McpClient> {
  const mcp = new McpClient({ name: "test", version: "1" });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return mcp;
}

async function openStage(
  folder: TestFolder,
  llama: ReadingLlama,
  env: Record<string, string>,
): Promise<Stage> {
  const service = await startService(folder.path, { LLAMA_CPP_URL: llama.url, ...SETTINGS, ...env });
  const mcp = await openMcp(service);
  const replies = new Map<string, string>();
  // The message stands last in what the model is shown.
  llama.table.reply = (text) => [...replies].findLast(([message]) => text.endsWith(message))?.[1] ?? "I see.";
  return { folder, service, llama, replies, api: client(service.url), mcp, cli: openCli(folder) };
}

async function closeStage({ mcp, cli, service }: Stage): Promise<void> {
  cli.close();
  await mcp.close();
  await service.stop();
}

/** Cases side by side. */
const HANDS = 4;

async function each(cases: readonly Case[], work: (one: Case) => Promise<unknown>): Promise<void> {
  const waiting = cases.values();
  const hand = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
}

async function tellAll(stage: Stage, cases: readonly Case[]): Promise<Map<number, Told>> {
  const { api, llama } = stage;
  const first = new Map<number, Said>();
  await each(cases, async ({ thing, n }) => {
    Object.assign(llama.table.reads, readingOf(thing, n));
    first.set(n, await tellFirst(stage, thing, n));
  });
  // One after the other: what is forgotten by its time takes all of its millisecond.
  for (const { n, ...one } of cases) if (hasTwin(one)) await say(stage, `I met ${twinOf(n)}.`, "Good.");
  await api.verify();
  const told = new Map<number, Told>();
  await each(cases, async ({ thing, n, way }) => {
    const said = first.get(n) ?? expect.fail();
    const { factIds } = (await api.get(`/memory/episodes/${said.episodeId}`)).body;
    const fact = (await api.get(`/memory/facts/${factIds[0]}`)).body;
    expect(fact, thing.told(n).message).toMatchObject({ status: "verified" });
    const one: Told = { said, factId: fact.id, entityId: fact.object?.id ?? null };
    await say(stage, `What do you know of ${n}, the ${thing.what}?`, "Much.");
    if (takesTurns(way)) await tellAgain(stage, thing, n, one);
    await way.tell?.(stage, thing, n, one);
    told.set(n, one);
  });
  await api.extracted();
  return told;
}

async function forgetAll(stage: Stage, cases: readonly Case[], told: Map<number, Told>): Promise<void> {
  await each(cases, ({ way, thing, n }) => way.forget(stage, told.get(n) ?? expect.fail(), thing, n));
  await clean(stage);
}

/** Waits until the words have left the files as well. */
function clean({ api }: Stage): Promise<void> {
  return until(async () => (await api.get("/health")).body.pending.purge === 0, "clean files");
}

/** Every file of the folder, packed ones unpacked, in lower case. */
async function filesOf(folder: TestFolder): Promise<Map<string, string>> {
  const data = join(folder.path, "data");
  const files = new Map<string, string>();
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const text = entry.name.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    files.set(entry.name, text.toString("latin1").toLowerCase());
  }
  return files;
}

function left(files: Map<string, string>, cases: readonly Case[]): string[] {
  return cases.flatMap((one) =>
    wordsOf(one).flatMap((word) =>
      [...files].flatMap(([name, text]) => {
        const at = text.indexOf(word.toLowerCase());
        const around = text.slice(Math.max(0, at - 60), at + 40).replaceAll(/[^\x20-\x7e]+/g, "·");
        return at < 0 ? [] : [`${one.way.way}: ${one.thing.what}: in ${name}: ${around}`];
      }),
    ),
  );
}

async function runJobs({ api }: Stage): Promise<void> {
  for (const { name: job } of JOBS) {
    const { runId } = (await api.post(`/maintenance/jobs/${job}/run`, {})).body;
    await until(async () => (await api.get(`/maintenance/runs/${runId}`)).body.state !== "running", job);
  }
}

/** Said before it was forgotten, and imported afterwards. */
async function importOld({ api }: Stage, cases: readonly Case[]): Promise<void> {
  await each(cases, async ({ thing, n }) => {
    const { message } = thing.told(n);
    const old = { text: message, occurredAt: "2025-04-01T10:00:00Z", source: "import" };
    // A message that was forgotten whole is refused.
    expect([200, 201, 202, 409]).toContain((await api.post("/memory/episodes", old)).status);
  });
  await api.verify();
}

const LINES = { "content-type": "application/x-ndjson" };

describe("on SQLite", () => {
  let folder: TestFolder;
  let llama: ReadingLlama;
  let stage: Stage;

  beforeAll(async () => {
    folder = await testFolder();
    llama = await startReadingLlama({ reads: {} });
    stage = await openStage(folder, llama, {});
  });
  afterAll(async () => {
    await closeStage(stage);
    await llama.close();
    await folder.remove();
  });

  async function restart(): Promise<void> {
    await closeStage(stage);
    stage = await openStage(folder, llama, {});
  }

  let exported: string;

  test(`${CASES.length} things and ways leave no word in any file; what begins alike stays`, async () => {
    const told = await tellAll(stage, CASES);
    exported = (await stage.api.get("/memory/export")).text;
    const before = await filesOf(folder);
    expect(CASES.filter((one) => left(before, [one]).length === 0)).toEqual([]);
    await forgetAll(stage, CASES, told);
    expect(left(await filesOf(folder), CASES)).toEqual([]);
  }, 300_000);

  test("nor after every job, an end and a new start; what begins alike is there", async () => {
    await runJobs(stage);
    await restart();
    const files = await filesOf(folder);
    expect(left(files, CASES)).toEqual([]);
    const staying = CASES.filter(hasTwin).map(({ n }) => twinOf(n).toLowerCase());
    expect(staying.filter((twin) => ![...files.values()].some((text) => text.includes(twin)))).toEqual([]);
  });

  test("an old export is refused, and what was said before is not learned again", async () => {
    const { status } = await stage.api.send("POST", "/memory/import", exported, LINES);
    expect(status).toBe(409);
    await importOld(stage, CASES);
    expect(left(await filesOf(folder), CASES)).toEqual([]);
  });

  test("killed while forgetting, it is finished with the next start and the next asking", async () => {
    const cases = CASES.filter(({ way }) => way.way.endsWith("over REST"))
      .map((one, at) => ({ ...one, n: CASES.length + at }))
      .filter((_, at) => at % 8 === 0);
    const told = await tellAll(stage, cases);
    for (const [at, { way, thing, n }] of cases.entries()) {
      const one = told.get(n) ?? expect.fail();
      const asked = way.forget(stage, one, thing, n).catch(() => undefined);
      await sleep(at * 4);
      await stage.service.kill();
      await asked;
      await restart();
      await way.forget(stage, one, thing, n);
    }
    await clean(stage);
    expect(left(await filesOf(folder), cases)).toEqual([]);
  });

  test("everything, of each user alone", async () => {
    const cases = CASES.slice(0, THINGS.length).map((one, at) => ({ ...one, n: 200 + at }));
    const { adminToken = "" } = runningService(join(folder.path, "data")) ?? {};
    for (const { thing, n } of cases) {
      const headers = { "x-engram-admin": adminToken };
      const { key } = (await client(stage.service.url).post("/admin/keys", { user: `u${n}` }, headers)).body;
      const own = { ...stage, api: client(stage.service.url, key) };
      Object.assign(llama.table.reads, readingOf(thing, n));
      await tellFirst(own, thing, n);
      await own.api.verify();
      await forget(own.api, { everything: true });
      await clean(own);
    }
    expect(left(await filesOf(folder), cases)).toEqual([]);
  });
});

const missing = neo4jMissing();

describe.skipIf(missing !== null)("on Neo4j", () => {
  let neo4j: TestNeo4j;
  let folder: TestFolder;
  let llama: ReadingLlama;
  let stage: Stage;

  beforeAll(async () => {
    neo4j = await leaseNeo4j();
    folder = await testFolder();
    llama = await startReadingLlama({ reads: {} });
    const { uri } = neo4j;
    stage = await openStage(folder, llama, {
      STORE: "neo4j",
      NEO4J_URI: uri,
      NEO4J_USER: neo4j.user,
      NEO4J_PASSWORD: neo4j.password,
      HASH_KEY,
    });
  }, 300_000);
  afterAll(async () => {
    if (stage) await closeStage(stage);
    await llama?.close();
    await folder?.remove();
  });

  async function properties(): Promise<Map<string, string>> {
    const driver = neo4jDriver.driver(neo4j.uri, neo4jDriver.auth.basic(neo4j.user, neo4j.password));
    const { records } = await driver.executeQuery(
      "MATCH (n) RETURN labels(n)[0] AS kind, properties(n) AS is UNION ALL MATCH ()-[r]->() RETURN type(r) AS kind, properties(r) AS is",
    );
    await driver.close();
    const texts = records.map((record) =>
      JSON.stringify([record.get("kind"), record.get("is")]).toLowerCase(),
    );
    return new Map([["the graph", texts.join("\n")], ...(await filesOf(folder))]);
  }

  test("a part of them leaves no word in any property", async () => {
    const cases = CASES.filter(({ n }) => n % 6 === 0);
    const told = await tellAll(stage, cases);
    const before = await properties();
    expect(cases.filter((one) => left(before, [one]).length === 0)).toEqual([]);
    await each(cases, ({ way, thing, n }) => way.forget(stage, told.get(n) ?? expect.fail(), thing, n));
    expect(left(await properties(), cases)).toEqual([]);
    await importOld(stage, cases);
    expect(left(await properties(), cases)).toEqual([]);
  }, 300_000);
});
