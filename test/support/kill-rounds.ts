import { setTimeout as sleep } from "node:timers/promises";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { client, until } from "./client.ts";
import { startFakeLlama, type ChatBody, type FakeLlama } from "./fake-llama/index.ts";
import { startProcess, testFolder, type TestProcess } from "./service.ts";

/** What the clients of all rounds saw. */
interface Seen {
  message: string;
  episodeId: string;
  reply: string | null;
}

export interface KillReport {
  rounds: number;
  accepted: number;
  done: number;
  /** Turns kept as interrupted. */
  interrupted: number;
  facts: number;
  /** Each line is something that must not be; empty when all held. */
  problems: string[];
}

const CLIENTS = 4;
const KILL_AFTER_MS_MIN = 150;
const KILL_AFTER_MS_MAX = 1200;

/**
 * Kills the service with signal 9 at random moments under load, again and again on one folder, then checks: every
 * turn whose `done` a client saw is there with that reply, every accepted message is there, extraction took effect
 * exactly once per turn, and the store's integrity check is empty.
 */
export async function killRounds(
  rounds: number,
  log: (line: string) => void = () => undefined,
): Promise<KillReport> {
  const folder = await testFolder();
  const fake = await startFakeLlama({ slots: 2 });
  scriptModel(fake);
  const seen = new Map<string, Seen>();
  try {
    for (let round = 0; round < rounds; round++) {
      const service = await startProcess(folder.path, { LLAMA_CPP_URL: fake.url });
      const stop = new AbortController();
      const load = Array.from({ length: CLIENTS }, (_, i) =>
        keepTalking(service, `${round}-${i}`, seen, stop.signal),
      );
      await sleep(KILL_AFTER_MS_MIN + Math.random() * (KILL_AFTER_MS_MAX - KILL_AFTER_MS_MIN));
      await service.kill();
      stop.abort();
      await Promise.all(load);
      if ((round + 1) % 10 === 0) log(`${round + 1} rounds, ${seen.size} turns accepted`);
    }
    const report = await inspect(folder.path, fake, seen);
    const problems = [...report.problems, ...(await integrity(folder.path))];
    return { ...report, rounds, problems };
  } finally {
    await fake.close();
    await folder.remove();
  }
}

/** Replies slowly enough to be hit in mid-sentence; extracts one fact per message, named after it. */
function scriptModel(fake: FakeLlama): void {
  fake.reply((body) =>
    body.response_format === undefined
      ? { content: "I will keep that in mind for you.", tokenDelayMs: 4 }
      : undefined,
  );
  fake.extract = (body: ChatBody) => {
    const texts = body.messages.map((message) => message.content);
    const turns = Number(/^turns: (\d+)$/m.exec(texts.at(-1) ?? "")?.[1] ?? 1);
    const told = body.messages
      .slice(0, -1)
      .filter((message) => message.role === "user")
      .slice(-turns);
    return {
      turns: told.map((message, index) => ({ turn: index + 1, ...extractionOf(message.content) })),
    };
  };
}

function extractionOf(message: string): object {
  const [, friend = "nobody", town = "nowhere"] = /friend (\S+) lives in (\S+)\./.exec(message) ?? [];
  return {
    summary: message,
    entities: [{ name: friend, type: "person", aliases: [] }],
    facts: [
      {
        subject: friend,
        predicate: "LIVES_IN",
        object: town,
        objectKind: "value",
        polarity: "positive",
        text: `${friend} lives in ${town}.`,
        quote: `${friend} lives in ${town}`,
        assertedBy: "user",
        confidence: 0.9,
      },
    ],
  };
}

async function keepTalking(
  service: TestProcess,
  name: string,
  seen: Map<string, Seen>,
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const word = `${name}-${n}`.replaceAll("-", "x");
    const message = `My friend Frida${word} lives in Town${word}.`;
    try {
      await talk(service.url, message, seen);
    } catch {
      return;
    }
  }
}

async function talk(url: string, message: string, seen: Map<string, Seen>): Promise<void> {
  const response = await fetch(`${url}/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ message }),
  });
  if (response.body === null) return;
  let buffer = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    buffer += decoder.decode(bytes as Uint8Array, { stream: true });
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      note(buffer.slice(0, end), message, seen);
      buffer = buffer.slice(end + 2);
    }
  }
}

function note(block: string, message: string, seen: Map<string, Seen>): void {
  const event = /^event: (.*)$/m.exec(block)?.[1];
  const data = /^data: (.*)$/m.exec(block)?.[1];
  if (data === undefined || (event !== "accepted" && event !== "done")) return;
  const told = JSON.parse(data) as { episodeId: string; reply?: string };
  seen.set(told.episodeId, {
    message,
    episodeId: told.episodeId,
    reply: event === "done" ? (told.reply ?? "") : null,
  });
}

/** Every round ends in the middle of extractions: what waits at the end grows with the rounds. */
const LIVE_PASS_MS_MAX = 180_000;

async function inspect(
  path: string,
  fake: FakeLlama,
  seen: Map<string, Seen>,
): Promise<Omit<KillReport, "rounds">> {
  const service = await startProcess(path, { LLAMA_CPP_URL: fake.url });
  const api = client(service.url);
  const problems: string[] = [];
  let done = 0;
  let interrupted = 0;
  try {
    const isThrough = async () => (await api.get("/memory/stats")).body.pending.extraction === 0;
    await until(isThrough, "the live pass", LIVE_PASS_MS_MAX);
    for (const turn of seen.values()) {
      const { status, body } = await api.get(`/memory/episodes/${turn.episodeId}`);
      if (status !== 200) problems.push(`accepted turn ${turn.episodeId} is gone`);
      else {
        problems.push(...turnProblems(turn, body));
        if (turn.reply !== null) done += 1;
        if (body.state === "interrupted") interrupted += 1;
      }
    }
    const facts = await allFacts(api);
    problems.push(...factProblems(facts));
    return { accepted: seen.size, done, interrupted, facts: facts.length, problems };
  } finally {
    await service.stop();
  }
}

function turnProblems(turn: Seen, body: any): string[] {
  const problems: string[] = [];
  if (body.userMessage !== turn.message) problems.push(`${turn.episodeId}: other words are stored`);
  if (turn.reply !== null && (body.state !== "complete" || body.assistantReply !== turn.reply)) {
    problems.push(`${turn.episodeId}: its client saw done, it is ${body.state as string}`);
  }
  if (turn.reply === null && body.state !== "complete" && body.state !== "interrupted") {
    problems.push(`${turn.episodeId}: it is ${body.state as string}`);
  }
  if (body.extraction.state !== "done")
    problems.push(`${turn.episodeId}: extraction is ${body.extraction.state as string}`);
  if (body.factIds.length !== 1)
    problems.push(`${turn.episodeId}: ${body.factIds.length as number} facts instead of 1`);
  return problems;
}

async function allFacts(api: ReturnType<typeof client>): Promise<any[]> {
  const facts: any[] = [];
  for (let cursor = ""; ;) {
    const { body } = await api.get(`/memory/facts?limit=200${cursor === "" ? "" : `&cursor=${cursor}`}`);
    facts.push(...body.items);
    if (body.nextCursor === null) return facts;
    cursor = encodeURIComponent(body.nextCursor as string);
  }
}

function factProblems(facts: any[]): string[] {
  const texts = new Map<string, number>();
  for (const fact of facts) texts.set(fact.text, (texts.get(fact.text) ?? 0) + 1);
  const twice = [...texts].filter(([, count]) => count > 1).map(([text]) => `twice: ${text}`);
  const many = facts
    .filter((fact) => fact.evidence.length !== 1)
    .map((fact) => `${fact.id as string}: ${fact.evidence.length as number} evidence`);
  return [...twice, ...many];
}

async function integrity(path: string): Promise<string[]> {
  const store = await createSqliteStore({ file: `${path}/data/engram.db`, clock: systemClock });
  try {
    return await store.system.check();
  } finally {
    await store.close();
  }
}
