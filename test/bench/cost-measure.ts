import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { readConfig } from "../../src/composition/config.ts";
import type { QueueStats } from "../../src/ports/job-queue.ts";
import { startService, type Service } from "../../src/composition/server.ts";
import { client, until } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { voterAnswer, type KnownStatement } from "../support/noisy-voter.ts";
import { testFolder } from "../support/service.ts";
import { statements } from "./count-statements.ts";

/** The process that `cost.ts` starts; counts lie in its own memory, so the service runs inside it. */

/** Turns in a conversation: the history in a prompt grows until its end. */
const CONVERSATION_TURNS = 10;
const REPLY =
  "That sounds like a lovely change for both of you. I will remember it, and I am curious how the first weeks in the new town go.";
const FAULTLESS = { independent: 0, correlated: 0 };
/** At this effort an extraction is the blind reading of the idle pass. */
const BLIND_EFFORT = "high";

interface Counted {
  bytes: number;
  reads: number;
  writes: number;
  /** Requests and tokens, by purpose. */
  model: Record<string, number>;
}

interface Variant {
  name: string;
  facts: number;
  vectors: boolean;
}

const VARIANTS: Variant[] = [
  { name: "no fact", facts: 0, vectors: false },
  { name: "3 facts", facts: 3, vectors: false },
  { name: "3 facts, vectors", facts: 3, vectors: true },
];

/** Two rows: a turn until its extraction is stored, and the same turn's share of the idle pass. */
async function measure(variant: Variant): Promise<Record<string, Record<string, number>>> {
  const folder = await testFolder();
  const fake = await startModel(variant.facts);
  const config = readConfig({
    DATA_DIR: join(folder.path, "data"),
    APP_PORT: "0",
    LOG_LEVEL: "silent",
    LLAMA_CPP_URL: fake.url,
    IDLE_AFTER_MINUTES: "10080",
    // The stand-in would not pass an exam.
    MODEL_DISCOVERY: "false",
    MODEL_TRUST: "full",
    ...(variant.vectors ? { EMBEDDINGS_URL: fake.url } : {}),
  });
  const open = (): Promise<Service> => startService(config);
  const file = join(config.DATA_DIR, "engram.db");
  try {
    // The first turn makes the user; what comes after it is the same for all.
    let service = await open();
    await talk(service, fake, 0, 1);
    const started = await count(service, file);
    service = await open();
    const before = await tokens(service);
    const first = statements();
    await talk(service, fake, 1, turns);
    const told = difference(await count(service, file, first, before), started);
    if (variant.facts > 0 && !variant.vectors) console.table(largestTables(file));
    service = await open();
    const beforePass = await tokens(service);
    const second = statements();
    const api = client(service.url);
    await api.verify();
    // One run gives other words to so many statements; people's passes have fewer.
    while (((await api.verify())["expanded"] ?? 0) > 0);
    const judged = difference(await count(service, file, second, beforePass), {
      ...started,
      bytes: started.bytes + told.bytes,
    });
    return {
      [`turn, ${variant.name}`]: perTurn(told),
      [`idle pass, ${variant.name}`]: perTurn(judged),
    };
  } finally {
    await fake.close();
    await folder.remove();
  }
}

const TABLES_SHOWN = 16;

/** Where the bytes of the told turns lie, tables and indexes, largest first. */
function largestTables(file: string): object[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(
        "SELECT name, SUM(pgsize) / ? AS bytesPerTurn FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT ?",
      )
      .all(turns, TABLES_SHOWN);
  } finally {
    db.close();
  }
}

/** Each turn waits for its extraction, as when people think longer than the model. */
async function talk(service: Service, fake: FakeLlama, from: number, count: number): Promise<void> {
  const api = client(service.url);
  let conversationId: string | undefined;
  for (let n = from; n < from + count; n++) {
    if ((n - from) % CONVERSATION_TURNS === 0) conversationId = undefined;
    const extractions = extractionsOf(fake);
    const said = await api.say(message(n), conversationId === undefined ? {} : { conversationId });
    ({ conversationId } = said);
    await until(async () => extractionsOf(fake) > extractions);
    await until(async () => isQuiet(await service.engine.queue.stats()));
  }
}

/** What may wait all the time is the idle pass, for its hour. */
function isQuiet({ running, waiting }: QueueStats): boolean {
  return running === 0 && waiting <= 1;
}

function extractionsOf(fake: FakeLlama): number {
  return fake.requests.filter(({ body }) => isLiveExtraction(body)).length;
}

function isLiveExtraction(body: ChatBody): boolean {
  return schemaOf(body) === "extraction" && body["reasoning_effort"] !== BLIND_EFFORT;
}

function schemaOf(body: ChatBody): string | undefined {
  return body.response_format?.json_schema?.name;
}

/** Everything the service counted, and the size of its file once it is closed and the log is part of it. */
async function count(
  service: Service,
  file: string,
  since = { reads: 0, writes: 0 },
  before: Record<string, number> = {},
): Promise<Counted> {
  const now = statements();
  const model = await tokens(service);
  await service.close();
  return {
    bytes: statSync(file).size,
    reads: now.reads - since.reads,
    writes: now.writes - since.writes,
    model: Object.fromEntries(Object.entries(model).map(([key, value]) => [key, value - (before[key] ?? 0)])),
  };
}

function difference(after: Counted, before: Counted): Counted {
  return { ...after, bytes: after.bytes - before.bytes };
}

function perTurn({ bytes, reads, writes, model }: Counted): Record<string, number> {
  const all = { bytes, reads, writes, ...model };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, Math.round((value / turns) * 10) / 10]),
  );
}

/** `chat requests`, `chat prompt`, ... from the service's own metrics. */
async function tokens(service: Service): Promise<Record<string, number>> {
  const { text } = await client(service.url).get("/metrics");
  const found: Record<string, number> = {};
  for (const [, purpose, value] of text.matchAll(
    /^engram_llm_requests_total\{purpose="(\w+)",outcome="ok"\} (\d+)/gm,
  ))
    found[`${purpose} requests`] = Number(value);
  for (const [, purpose, kind, value] of text.matchAll(
    /^engram_llm_tokens_total\{purpose="(\w+)",kind="(prompt|completion)"\} (\d+)/gm,
  ))
    found[`${purpose} ${kind}`] = Number(value);
  return found;
}

function message(n: number): string {
  return (
    `My friend Frida${n} lives in Town${n % 40} now, works for Company${n % 30} and plays the violin. ` +
    "We met for coffee yesterday and talked about the old days, which was nice after such a long time."
  );
}

/** All three are in the words of the turn. */
function statementsOf(text: string, facts: number): KnownStatement[] {
  const [, friend, town, company] = /friend (\S+) lives in (\S+) now, works for (\S+) and/.exec(text) ?? [];
  if (friend === undefined || town === undefined || company === undefined) return [];
  const known = [
    { subject: friend, predicate: "LIVES_IN", object: town, text: `${friend} lives in ${town}.` },
    { subject: friend, predicate: "WORKS_FOR", object: company, text: `${friend} works for ${company}.` },
    { subject: friend, predicate: "PLAYS", object: "violin", text: `${friend} plays the violin.` },
  ];
  return known.slice(0, facts).map((statement) => ({ ...statement, isTrue: true }));
}

async function startModel(facts: number): Promise<FakeLlama> {
  const fake = await startFakeLlama({ slots: 2 });
  fake.reply((body) => {
    const schema = schemaOf(body);
    if (schema === undefined) return REPLY;
    const texts = body.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    if (isLiveExtraction(body)) return JSON.stringify(extraction(texts, facts));
    const told = texts.findLast((text) => /Frida\d+ lives/.test(text)) ?? "";
    return voterAnswer(schema, texts.at(-1) ?? "", statementsOf(told, facts), FAULTLESS) ?? "";
  });
  return fake;
}

const QUOTES: Record<string, (friend: string, object: string) => string> = {
  LIVES_IN: (friend, town) => `${friend} lives in ${town}`,
  WORKS_FOR: (_, company) => `works for ${company}`,
  PLAYS: () => "plays the violin",
};

function extraction(texts: string[], facts: number): object {
  const told = texts.at(-2) ?? "";
  const known = statementsOf(told, facts);
  const names = known.length === 0 ? [] : [known[0]?.subject, ...known.map(({ object }) => object)];
  const types = ["person", "place", "organization", "thing"];
  return {
    turns: [
      {
        turn: 1,
        summary: "The user met a friend and told where she lives and works.",
        entities: names.slice(0, 3).map((name, i) => ({ name, type: types[i], aliases: [] })),
        facts: known.map(({ isTrue: _isTrue, ...statement }) => ({
          ...statement,
          objectKind: statement.predicate === "PLAYS" ? "value" : "entity",
          polarity: "positive",
          quote: QUOTES[statement.predicate]?.(statement.subject, statement.object ?? ""),
          assertedBy: "user",
          confidence: 0.9,
        })),
      },
    ],
  };
}

const { values } = parseArgs({ options: { turns: { type: "string", default: "200" } } });
const turns = Number(values.turns);
const rows: Record<string, Record<string, number>> = {};
for (const variant of VARIANTS) Object.assign(rows, await measure(variant));
console.table(rows);
console.log(JSON.stringify({ turns, rows }));
