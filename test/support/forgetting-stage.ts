import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import neo4jDriver from "neo4j-driver";
import { expect } from "vitest";
import { client, type Said, until } from "./client.ts";
import { commandEnvironment, MAIN } from "./command.ts";
import { readingOf, twinOf, type Thing } from "./forgetting-cases.ts";
import {
  hasTwin,
  say,
  takesTurns,
  wordsOf,
  type Case,
  type Cli,
  type Stage,
  type Told,
} from "./forgetting-ways.ts";
import { HASH_KEY, type TestNeo4j } from "./neo4j.ts";
import type { ReadingLlama } from "./reading-llama.ts";
import { startProcess, type TestFolder, type TestProcess } from "./service.ts";

/** A service with a terminal and tools, on which cases are told and forgotten. */

const SETTINGS = { IDLE_AFTER_MINUTES: "10000" };
const LIMITS = { voting: false, retrievalDeadlineMs: 5_000 };

/** The first turn, whose reply repeats it; once it is believed, a turn elsewhere that recalls it and says it again. */
export function tellFirst(stage: Stage, thing: Thing, n: number): Promise<Said> {
  const { message } = thing.told(n);
  return say(stage, message, `Noted: ${message}`);
}

async function tellAgain(stage: Stage, thing: Thing, n: number, told: Told): Promise<void> {
  const { conversationId } = told.said;
  for (const message of thing.again(n)) await say(stage, message, `So: ${message}`, { conversationId });
  await say(stage, `What did I just tell you, ${n}?`, thing.told(n).message, { conversationId });
}

/** One terminal, opened when somebody types; its lines are answered in turn. */
function openCli(folder: TestFolder): Cli {
  const env = commandEnvironment(folder.path);
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

async function openMcp({ url }: TestProcess): Promise<McpClient> {
  const mcp = new McpClient({ name: "test", version: "1" });
  await mcp.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return mcp;
}

export async function openStage(
  folder: TestFolder,
  llama: ReadingLlama,
  env: Record<string, string>,
): Promise<Stage> {
  const given = { LLAMA_CPP_URL: llama.url, ...SETTINGS, ...env };
  const service = await startProcess(folder.path, given, LIMITS);
  const mcp = await openMcp(service);
  const replies = new Map<string, string>();
  // The message stands last in what the model is shown.
  llama.table.reply = (text) => [...replies].findLast(([message]) => text.endsWith(message))?.[1] ?? "I see.";
  return { folder, service, llama, replies, api: client(service.url), mcp, cli: openCli(folder) };
}

export async function closeStage({ mcp, cli, service }: Stage): Promise<void> {
  cli.close();
  await mcp.close();
  await service.stop();
}

/** Cases side by side. */
const HANDS = 4;

export async function each(cases: readonly Case[], work: (one: Case) => Promise<unknown>): Promise<void> {
  const waiting = cases.values();
  const hand = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
}

export async function tellAll(stage: Stage, cases: readonly Case[]): Promise<Map<number, Told>> {
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

export async function forgetAll(
  stage: Stage,
  cases: readonly Case[],
  told: Map<number, Told>,
): Promise<void> {
  await each(cases, ({ way, thing, n }) => way.forget(stage, told.get(n) ?? expect.fail(), thing, n));
  await clean(stage);
}

/** Waits until the words have left the files as well. */
export function clean({ api }: Stage): Promise<void> {
  return until(async () => (await api.get("/health")).body.pending.purge === 0, "clean files");
}

/** Every file of the folder, packed ones unpacked, in lower case. */
export async function filesOf(folder: TestFolder): Promise<Map<string, string>> {
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

/** Where a word of the cases still stands. */
export function left(files: Map<string, string>, cases: readonly Case[]): string[] {
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

/** Said before it was forgotten, and imported afterwards. */
export async function importOld({ api }: Stage, cases: readonly Case[]): Promise<void> {
  await each(cases, async ({ thing, n }) => {
    const { message } = thing.told(n);
    const old = { text: message, occurredAt: "2025-04-01T10:00:00Z", source: "import" };
    // A message that was forgotten whole is refused.
    expect([200, 201, 202, 409]).toContain((await api.post("/memory/episodes", old)).status);
  });
  await api.verify();
}

/** Every property of a graph, and every file. */
export async function graphAndFiles(neo4j: TestNeo4j, folder: TestFolder): Promise<Map<string, string>> {
  const driver = neo4jDriver.driver(neo4j.uri, neo4jDriver.auth.basic(neo4j.user, neo4j.password));
  const { records } = await driver.executeQuery(
    "MATCH (n) RETURN labels(n)[0] AS kind, properties(n) AS is UNION ALL MATCH ()-[r]->() RETURN type(r) AS kind, properties(r) AS is",
  );
  await driver.close();
  const texts = records.map((record) => JSON.stringify([record.get("kind"), record.get("is")]).toLowerCase());
  return new Map([["the graph", texts.join("\n")], ...(await filesOf(folder))]);
}

export function settingsFor({ uri, user, password }: TestNeo4j): Record<string, string> {
  return { STORE: "neo4j", NEO4J_URI: uri, NEO4J_USER: user, NEO4J_PASSWORD: password, HASH_KEY };
}

/**
 * Forgets while a model reads a turn of the same conversation. Its answer comes afterwards, and repeats the words
 * wherever an answer can hold some. Returns the cases in which the forgetting met such a reading.
 */
export async function forgetWhileRead(
  stage: Stage,
  cases: readonly Case[],
  told: Map<number, Told>,
): Promise<Case[]> {
  const { api, llama } = stage;
  const met: Case[] = [];
  for (const one of cases) {
    const { way, thing, n } = one;
    const known = told.get(n) ?? expect.fail();
    const message = `And what of number ${n}?`;
    const read = Promise.withResolvers<void>();
    const forgotten = Promise.withResolvers<void>();
    let isRead = false;
    llama.lies = async (schema, { messages }) => {
      const isAsked = schema === "extraction" && messages.some(({ content }) => content === message);
      // Read anew, it is shown nothing of it any more.
      if (!isAsked || isRead) return undefined;
      isRead = true;
      read.resolve();
      await forgotten.promise;
      return repeating(saidOf(one));
    };
    await say(stage, message, "Hm.", { conversationId: known.said.conversationId });
    await read.promise;
    await way.forget(stage, known, thing, n);
    met.push(one);
    forgotten.resolve();
    await api.extracted();
  }
  llama.lies = null;
  await clean(stage);
  return met;
}

/** What a model was shown of it: parts of the thing, and the thing as it was told and as it is known. */
function saidOf(one: Case): string[] {
  const { message, fact } = one.thing.told(one.n);
  return [...wordsOf(one), fact.object, fact.text, message];
}

function repeating(said: readonly string[]): { reasoning: string; content: string } {
  const [text = ""] = said;
  const fact = {
    quote: text,
    subject: "user",
    predicate: "KNOWS",
    object: text,
    objectKind: "entity",
    polarity: "positive",
    text: `The user knows ${text}.`,
    assertedBy: "user",
    change: "none",
    validAt: null,
    invalidAt: null,
    reasoning: `It says ${text}.`,
    confidence: 0.9,
  };
  const turn = {
    turn: 1,
    summary: `The user asked about ${text}: ${said.join(" ")}`,
    emotion: text,
    valence: 0.5,
    importance: 0.9,
    place: text,
    entities: [{ name: text, type: text, aliases: said, summary: said.join(" ") }],
    facts: [
      fact,
      { ...fact, confidence: 0.01 },
      { ...fact, quote: `My ${text} is known`, subject: text },
      { text },
    ],
    requests: [{ kind: "remember", target: text, quote: text }],
  };
  return { reasoning: `The user said: ${said.join(" ")}`, content: JSON.stringify({ turns: [turn] }) };
}
