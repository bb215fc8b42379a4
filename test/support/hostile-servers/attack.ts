import { readFile, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import { client, until, type Answer, type Client } from "../client.ts";
import { residentBytes, startProcess, testFolder, type TestProcess } from "../service.ts";
import type { HostileCase } from "./cases.ts";
import { startHostileServer, type HostileServer } from "./server.ts";

/** A service whose models are all one server, which plays what it is given. */
export interface HostileStage {
  service: TestProcess;
  server: HostileServer;
  api: Client;
  close(): Promise<void>;
}

interface Outcome {
  /** Of what was asked, in turn, e.g. `chat 502 model_error`. */
  answers: string[];
  /** Codes of errors of the service itself. */
  internal: string[];
  isAlive: boolean;
  /** What the server answers so was asked of it. */
  isMet: boolean;
  replies: string[];
  finishes: string[];
  /** Turns that are neither complete nor interrupted, or whose extraction is under way for too long. */
  halfWritten: string[];
  peakGrowthMib: number;
  seconds: number;
}

const TIMEOUT_SECONDS = 2;
/** A model that is down is waited for by its job. */
const EXTRACTED_MS = 3_000;
const MIB = 1024 * 1024;

export async function startHostileStage(): Promise<HostileStage> {
  const folder = await testFolder();
  const server = await startHostileServer();
  const env = {
    LLAMA_CPP_TIMEOUT: String(TIMEOUT_SECONDS),
    RERANK_URL: server.url,
    RATE_LIMIT_PER_MINUTE: "100000",
  };
  const service = await startProcess(folder.path, env, { extractionPausesMs: [0] });
  const stage = {
    service,
    server,
    api: client(service.url),
    async close() {
      await service.stop();
      await server.close();
      await folder.remove();
    },
  };
  // What is loaded with a first request is no growth.
  await useModels(stage, { chat: true, embeddings: true });
  await stage.api.say("Hello there.");
  await stage.api.extracted();
  await stage.api.post("/v1/embeddings", { input: "hello" });
  await stage.api.post("/models/try", { url: server.url });
  await useModels(stage, {});
  return stage;
}

async function useModels(
  { api, server }: HostileStage,
  use: { chat?: boolean; embeddings?: boolean },
): Promise<Answer> {
  await api.send("PUT", "/models", { chat: null, embeddings: null });
  const at = (is: boolean | undefined) => (is === true ? { url: server.url } : null);
  return api.send("PUT", "/models", { chat: at(use.chat), embeddings: at(use.embeddings) });
}

/** Meets the service with one behaviour on every way on which it asks such a server. */
async function attack(stage: HostileStage, hostile: HostileCase): Promise<Outcome> {
  const { api, server, service } = stage;
  const started = performance.now();
  await writeFile(`/proc/${service.pid}/clear_refs`, "5");
  const before = await residentBytes(service.pid);
  server.play(hostile.replies);
  server.asked.length = 0;
  const outcome: Outcome = {
    answers: [],
    internal: [],
    isAlive: true,
    isMet: false,
    replies: [],
    finishes: [],
    halfWritten: [],
    peakGrowthMib: 0,
    seconds: 0,
  };
  const note = (what: string, { status, text, body }: Answer): void => {
    const code = /"code":\s*"([a-z_]+)"/.exec(text)?.[1] ?? "";
    outcome.answers.push([what, status, code].join(" ").trim());
    if (status === 500 || code === "internal") outcome.internal.push(what);
    if (typeof body?.reply === "string") outcome.replies.push(body.reply);
    if (typeof body?.finish === "string") outcome.finishes.push(body.finish);
  };
  const isChat = hostile.target === "chat" || hostile.target === "about";
  if (hostile.target !== "rerank")
    note("choose", await useModels(stage, isChat ? { chat: true } : { embeddings: true }));
  if (isChat) await attackChat(stage, hostile, note, outcome);
  else if (hostile.target === "embeddings") await attackEmbeddings(stage, note);
  else note("search", await api.post("/memory/search", { q: "Hello there", recipe: "cross_encoder" }));
  outcome.isMet = Object.keys(hostile.replies).every((asked) => server.asked.includes(asked));
  const health = await api.get("/health").catch(() => null);
  outcome.isAlive = health?.status === 200;
  outcome.peakGrowthMib = Math.round((((await peakBytes(service.pid)) - before) / MIB) * 10) / 10;
  server.play({});
  outcome.seconds = Math.round((performance.now() - started) / 100) / 10;
  return outcome;
}

const GROWTH_MIB_MAX = 128;
const OF_THE_MODEL =
  /^\w+ (2\d\d|50[234] model_(error|unavailable|timeout)|200 model_(error|unavailable|timeout))$/;

/** Attacks, and expects the service alive, small, its turns whole, and errors that name the model. */
export async function expectWithstood(stage: HostileStage, hostile: HostileCase): Promise<Outcome> {
  const outcome = await attack(stage, hostile);
  const { answers, internal, isAlive, isMet, halfWritten, peakGrowthMib, replies, finishes } = outcome;
  expect({ isAlive, isMet, internal, halfWritten }).toEqual({
    isAlive: true,
    isMet: true,
    internal: [],
    halfWritten: [],
  });
  for (const one of answers.filter((one) => !one.startsWith("extraction"))) expect(one).toMatch(OF_THE_MODEL);
  if (hostile.works) expect(answers.filter((one) => / [45]\d\d/.test(one))).toEqual([]);
  if (hostile.target === "chat")
    expect(answers[1]).toMatch(hostile.works ? /^chat 200$/ : /^chat (200|50\d model_)/);
  if (hostile.cut === true) {
    expect(finishes).toEqual(["length"]);
    expect(replies[0]).toMatch(/^(Well said\.|more|a)/);
  }
  expect(peakGrowthMib).toBeLessThan(GROWTH_MIB_MAX);
  return outcome;
}

type Note = (what: string, answer: Answer) => void;

async function attackChat(
  { api, server }: HostileStage,
  hostile: HostileCase,
  note: Note,
  outcome: Outcome,
): Promise<void> {
  const whole = await api.post("/chat", { message: `I like tea, says ${hostile.name}.` });
  note("chat", whole);
  const streamed = await api.post("/chat", { message: "And now?" }, { accept: "text/event-stream" });
  note("stream", streamed);
  const messages = [{ role: "user", content: "Hello." }];
  note("openai", await api.post("/v1/chat/completions", { model: "engram", messages }));
  if (hostile.isSlow !== true) {
    note("try", await api.post("/models/try", { url: server.url }));
  }
  const id = (whole.body?.episodeId ?? /"episodeId":"([^"]+)"/.exec(streamed.text)?.[1]) as
    | string
    | undefined;
  if (id === undefined) return void outcome.halfWritten.push("no turn");
  const episode = async () => (await api.get(`/memory/episodes/${id}`)).body;
  if (!["complete", "interrupted"].includes((await episode()).state)) outcome.halfWritten.push("turn");
  const isOver = async (): Promise<boolean> =>
    ["done", "failed", "skipped"].includes((await episode()).extraction.state);
  await until(isOver, "the extraction", EXTRACTED_MS).catch(() => undefined);
  const { extraction } = await episode();
  outcome.answers.push(`extraction ${extraction.state as string}`);
  if (extraction.state === "running") outcome.halfWritten.push("extraction");
  if (/internal|Something went wrong/.test(String(extraction.error))) outcome.internal.push("extraction");
}

async function attackEmbeddings({ api }: HostileStage, note: Note): Promise<void> {
  note("embeddings", await api.post("/v1/embeddings", { input: "hello" }));
  note("batch", await api.post("/v1/embeddings", { input: ["one", "two"] }));
  note("search", await api.post("/memory/search", { q: "hello" }));
}

/** Highest resident memory since `clear_refs`. */
async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
