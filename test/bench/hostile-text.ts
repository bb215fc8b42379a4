import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { WebSocket } from "ws";
import { chatGptExport } from "../support/chatgpt-export.ts";
import { client, type Client } from "../support/client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "../support/fake-llama/index.ts";
import { smallestJson } from "../support/fake-llama/smallest-json.ts";
import { HOSTILE_SHAPES, hostileText, type HostileShape } from "../support/hostile-shapes.ts";
import type { LoopProbe } from "../support/loop-probe.ts";
import { startProcess, testFolder, type TestProcess } from "../support/service.ts";

/** The longest that the loop may be held by one request, ms. */
const HELD_MS_MAX = 50;
const WORST_SHOWN = 15;
/** Bytes of the longest texts, in UTF-8: of Han a third as many characters. */
const LONG = 200_000;
const QUERY = 20_000;
/** Longest address that a query may stand in, characters as they are written there. */
const ADDRESS = 10_000;
/** A service that answers nothing for as long is left and started anew. */
const HANG_MS = 30_000;

interface Door {
  name: string;
  bytes: number;
  /** With a model server behind the service, that replies with the shape. */
  isModel?: true;
  enter(api: Client, text: string): Promise<unknown>;
}

const DOORS: readonly Door[] = [
  { name: "chat", bytes: LONG, enter: (api, message) => api.post("/chat", { message }) },
  { name: "v1", bytes: LONG, enter: (api, content) => api.post("/v1/chat/completions", v1(content)) },
  { name: "v1 history", bytes: LONG, enter: (api, text) => api.post("/v1/chat/completions", v1After(text)) },
  { name: "ws", bytes: LONG, enter: (api, message) => overSocket(api, message) },
  { name: "episode", bytes: LONG, enter: (api, text) => api.post("/memory/episodes", { text }) },
  { name: "import", bytes: LONG, enter: (api, text) => api.post("/memory/import/chats", chats(text)) },
  { name: "search", bytes: QUERY, enter: (api, q) => api.post("/memory/search", { q, relevance: "any" }) },
  { name: "search GET", bytes: ADDRESS, enter: (api, q) => api.get(`/memory/search?q=${inAddress(q)}`) },
  { name: "mcp remember", bytes: LONG, enter: (api, text) => tool(api, "remember", { text }) },
  { name: "mcp recall", bytes: QUERY, enter: (api, query) => tool(api, "recall", { query }) },
  { name: "fact", bytes: 1000, enter: (api, text) => api.post("/memory/facts", factOf(text)) },
  { name: "title", bytes: 200, enter: (api, title) => retitle(api, title) },
  {
    name: "read by a model",
    bytes: LONG,
    isModel: true,
    enter: (api, message) => api.post("/chat", { message }),
  },
  {
    name: "model reply",
    bytes: LONG,
    isModel: true,
    enter: (api) => api.post("/chat", { message: "Hello!" }),
  },
];

interface Row {
  door: string;
  shape: string;
  heldMs: number;
  grownMb: number;
  ms: number;
}

/**
 * `npm run bench -- hostile-text [--doors chat,search] [--shapes '"!" |"?"'] [--every 2] [--verify]`: hostile texts of 200 KB through every
 * way in. Tells how long each held the event loop of the service (processor time of its main thread), and by how much its memory
 * went beyond what it had before and with ordinary texts of that length; with what follows a turn: its extraction, and by
 * --verify the idle pass.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      doors: { type: "string", default: "" },
      shapes: { type: "string", default: "" },
      verify: { type: "boolean", default: false },
      every: { type: "string", default: "1" },
    },
  });
  const doors = DOORS.filter(({ name }) => values.doors === "" || values.doors.split(",").includes(name));
  const shapes = HOSTILE_SHAPES.filter(
    ({ name }, at) =>
      at % Number(values.every) === 0 && (values.shapes === "" || values.shapes.split(" |").includes(name)),
  );
  const rows: Row[] = [];
  for (const door of doors) rows.push(...(await through(door, shapes, values.verify)));
  report(rows, shapes.length);
}

interface Bench {
  service: TestProcess;
  api: Client;
  fake: FakeLlama | null;
  probe(): Promise<LoopProbe>;
  close(): Promise<void>;
}

async function openBench(isModel: boolean): Promise<Bench> {
  const folder = await testFolder();
  const file = join(folder.path, "probe.json");
  const fake = isModel ? await startFakeLlama({ slots: 4, contextTokens: 400_000 }) : null;
  if (fake) fake.extract = proposals;
  const service = await startProcess(folder.path, {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "../support/loop-probe.ts")} ${process.env.HOSTILE_NODE_OPTIONS ?? ""}`,
    LOOP_PROBE_FILE: file,
    RATE_LIMIT_PER_MINUTE: "0",
    ...(fake ? { LLAMA_CPP_URL: fake.url } : {}),
  });
  let signals = 0;
  return {
    service,
    api: client(service.url),
    fake,
    async probe() {
      signals += 1;
      process.kill(service.pid, "SIGWINCH");
      for (;;) {
        const text = await readFile(file, "utf8").catch(() => "");
        const seen = text === "" ? null : (JSON.parse(text) as LoopProbe);
        if (seen?.n === signals) return seen;
        await sleep(2);
      }
    },
    async close() {
      await service.stop();
      await fake?.close();
      await folder.remove();
    },
  };
}

async function through(door: Door, shapes: readonly HostileShape[], verifies: boolean): Promise<Row[]> {
  let bench = await openBench(door.isModel === true);
  const rows: Row[] = [];
  let warmed = await warm(bench, door);
  for (const shape of shapes) {
    const text = hostileText(shape, door.bytes);
    bench.fake?.reply(door.name === "model reply" ? text : "I see.");
    const before = await bench.probe();
    const started = performance.now();
    const isDone = await inTime(entered(bench.api, door, text, verifies));
    const ms = performance.now() - started;
    if (!isDone) {
      rows.push({ door: door.name, shape: shape.name, heldMs: HANG_MS, grownMb: 0, ms });
      await bench.service.kill();
      await bench.close();
      bench = await openBench(door.isModel === true);
      warmed = await warm(bench, door);
      continue;
    }
    const after = await bench.probe();
    const grownMb = Math.max(0, after.residentMax - Math.max(warmed, before.residentMax)) / 2 ** 20;
    rows.push({ door: door.name, shape: shape.name, heldMs: after.heldMs, grownMb, ms });
  }
  await bench.close();
  summary(door.name, rows);
  return rows;
}

/** Times that ordinary texts of the door's length are sent first. */
const WARMING = 3;
const ORDINARY = [
  "I live in Lyon since May 2020. My sister Anna is 31.",
  "Je vis à Lyon.",
  "Ich wohne in Graz.",
  "Vivo en Roma.",
  "Hello, my dog Rex is three years old! ",
];

/**
 * What is loaded and compiled with the first requests, and what heaps grow by with any long text, is no shape's. Resolves to the
 * most memory that ordinary texts took, bytes.
 */
async function warm(bench: Bench, door: Door): Promise<number> {
  const { api, fake } = bench;
  fake?.reply("That is good to know.");
  for (const text of ORDINARY) await entered(api, door, text.slice(0, door.bytes), true);
  const long = ORDINARY.join(" ")
    .repeat(door.bytes / 100)
    .slice(0, door.bytes);
  for (let time = 0; time < WARMING; time++)
    await entered(api, door, `${time}${long}`.slice(0, door.bytes), true);
  return (await bench.probe()).residentMax;
}

async function entered(api: Client, door: Door, text: string, verifies: boolean): Promise<void> {
  await door.enter(api, text);
  await api.extracted();
  if (verifies) await api.verify();
}

async function inTime(work: Promise<void>): Promise<boolean> {
  const late = new AbortController();
  const isDone = await Promise.race([
    work.then(
      () => true,
      (error: unknown) => {
        console.error(String(error).slice(0, 200));
        return true;
      },
    ),
    sleep(HANG_MS, false, { signal: late.signal }).catch(() => true),
  ]);
  late.abort();
  return isDone;
}

function summary(door: string, rows: Row[]): void {
  const worst = rows.toSorted((a, b) => b.heldMs - a.heldMs).slice(0, 3);
  console.log(`${door}: ${worst.map(({ shape, heldMs }) => `${shape} ${heldMs.toFixed(0)} ms`).join(", ")}`);
}

function report(rows: Row[], shapes: number): void {
  const shown = ({ heldMs, grownMb, ms, ...row }: Row): object => ({
    ...row,
    heldMs: Math.round(heldMs),
    grownMb: Math.round(grownMb),
    ms: Math.round(ms),
  });
  const byDoor = Map.groupBy(rows, ({ door }) => door);
  console.table(
    [...byDoor].map(([door, some]) => ({
      door,
      worstHeldMs: Math.round(Math.max(...some.map(({ heldMs }) => heldMs))),
      over: some.filter(({ heldMs }) => heldMs > HELD_MS_MAX).length,
      worstGrownMb: Math.round(Math.max(...some.map(({ grownMb }) => grownMb))),
      worstMs: Math.round(Math.max(...some.map(({ ms }) => ms))),
    })),
  );
  console.table(
    rows
      .toSorted((a, b) => b.heldMs - a.heldMs)
      .slice(0, WORST_SHOWN)
      .map(shown),
  );
  console.table(
    rows
      .toSorted((a, b) => b.grownMb - a.grownMb)
      .slice(0, 5)
      .map(shown),
  );
  const over = rows.filter(({ heldMs }) => heldMs > HELD_MS_MAX).length;
  console.log(JSON.stringify({ shapes, doors: byDoor.size, requests: rows.length, over }));
}

const OBJECTS = ["Oslo", "2020", "Anna", "我", "May 3"];

/** What a careless model reads out of whatever it is shown: with a quote of it, with one of its own, and with none. */
function proposals({ messages, response_format: format }: ChatBody): unknown {
  if (!JSON.stringify(format).includes('"facts"')) return smallestJson(format?.json_schema?.schema);
  const shown = messages.at(-1)?.content ?? "";
  const middle = shown.slice(shown.length / 2, shown.length / 2 + 60).toWellFormed();
  const quotes = [middle, "I moved to Oslo with my sister Anna in May 2020", null, `${middle} and Anna`];
  const facts = quotes.flatMap((quote) =>
    OBJECTS.map((object) => ({
      subject: "Anna",
      predicate: "LIVES_IN",
      object,
      objectKind: "entity",
      polarity: "positive",
      text: `Anna lives in ${object}.`,
      quote,
      assertedBy: "user",
      validAt: null,
      invalidAt: null,
      change: null,
      confidence: 0.9,
      reasoning: null,
    })),
  );
  const entities = OBJECTS.map((name) => ({ name, type: "person", aliases: [], summary: null }));
  const nothing = { summary: null, emotion: null, valence: null, place: null, requests: [] };
  return { turns: [{ turn: 1, ...nothing, importance: 0.5, entities, facts }] };
}

const v1 = (content: string): object => ({ model: "engram", messages: [{ role: "user", content }] });

const v1After = (text: string): object => ({
  model: "engram",
  messages: [
    { role: "user", content: text },
    { role: "assistant", content: text },
    { role: "user", content: "And now?" },
  ],
});

let exports = 0;

function chats(text: string): string {
  exports += 1;
  return chatGptExport({
    conversations: 1,
    turns: 1,
    prefix: `hostile-${exports}`,
    says: () => text,
    replies: () => text,
  });
}

function inAddress(q: string): string {
  const whole = encodeURIComponent(q.toWellFormed());
  if (whole.length <= ADDRESS) return whole;
  return encodeURIComponent(q.slice(0, Math.floor(q.length * (ADDRESS / whole.length))).toWellFormed());
}

const factOf = (text: string): object => ({
  subject: "Anna",
  predicate: "LIVES_IN",
  object: text.slice(0, 200).toWellFormed(),
  text: text.toWellFormed(),
});

async function retitle(api: Client, title: string): Promise<void> {
  const { conversationId } = await api.say("I live in Lyon.");
  await api.send("PATCH", `/conversations/${conversationId}`, { title });
}

function tool(api: Client, name: string, args: object): Promise<unknown> {
  return api.post(
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    { accept: "application/json, text/event-stream" },
  );
}

function overSocket(api: Client, message: string): Promise<void> {
  const socket = new WebSocket(`${api.url.replace("http", "ws")}/ws`, ["engram"]);
  return new Promise((resolve, reject) => {
    socket.on("open", () => socket.send(JSON.stringify({ type: "chat.send", id: "1", message })));
    socket.on("message", (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type !== "chat.done" && type !== "chat.error" && type !== "error") return;
      socket.close();
      resolve();
    });
    socket.on("error", reject);
  });
}
