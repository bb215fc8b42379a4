import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { newId, systemClock } from "../../src/adapters/system/clock.ts";
import { LOCAL_USER } from "../../src/domain/model/user.ts";
import { FEATURES } from "../../src/services/learning/ranking.ts";
import { startProcess, testFolder } from "../support/service.ts";
import { median, percentile, round } from "../support/figures.ts";

/**
 * `npm run bench -- first-token --memories 10000 --rounds 200`: time from request to first token, the fake llama-server asked directly,
 * through Engram, and through Engram with a learned ranking and feedback on every fact, in turns; and the time of a search
 * without and with those.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { memories: { type: "string", default: "10000" }, rounds: { type: "string", default: "200" } },
  });
  const [plain, adapted] = await Promise.all([testFolder(), testFolder()]);
  const fake = await fakeProcess();
  try {
    await fill(join(plain.path, "data"), Number(values.memories));
    await cp(plain.path, adapted.path, { recursive: true });
    await adapt(join(adapted.path, "data"));
    const [service, learned] = await Promise.all(
      [plain, adapted].map(({ path }) => startProcess(path, { LLAMA_CPP_URL: fake.url })),
    );
    if (service === undefined || learned === undefined) throw new Error("not started");
    const ask: Record<string, (question: string) => Promise<number>> = {
      direct: (question) =>
        firstToken(
          `${fake.url}/v1/chat/completions`,
          { stream: true, messages: [{ role: "user", content: question }] },
          /"content":"[^"]/,
        ),
      engram: (question) => chat(service.url, question),
      learned: (question) => chat(learned.url, question),
      search: (question) => searchTime(service.url, question),
      learnedSearch: (question) => searchTime(learned.url, question),
    };
    const times = Object.fromEntries(Object.keys(ask).map((name) => [name, [] as number[]]));
    const inOrder = Object.entries(ask);
    for (let round = -10; round < Number(values.rounds); round++)
      // A reply is still being stored while the next question is asked.
      for (const [name, time] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const ms = await time(questionAbout(round + 10));
        if (round >= 0) times[name]?.push(ms);
      }
    await Promise.all([service.stop(), learned.stop()]);
    const medianOf = (name: string): number => median(times[name] ?? []);
    const report = {
      memories: Number(values.memories),
      rounds: Number(values.rounds),
      ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, summary(ms)])),
      addedMedianMs: round(medianOf("engram") - medianOf("direct")),
      learnedToPlain: round(medianOf("learned") / medianOf("engram")),
      learnedToPlainSearch: round(medianOf("learnedSearch") / medianOf("search")),
    };
    console.log(JSON.stringify(report, null, 2));
  } finally {
    fake.stop();
    await Promise.all([plain.remove(), adapted.remove()]);
  }
}

/** A ranking with a weight for every part of the score, and feedback on every fact. */
async function adapt(dataDir: string): Promise<void> {
  const store = await createSqliteStore({ file: join(dataDir, "engram.db"), clock: systemClock });
  const user = store.forUser(LOCAL_USER);
  const at = systemClock.now();
  const weights = Object.fromEntries(FEATURES.map((name, n) => [name, n % 2 === 0 ? 0.1 : -0.1]));
  const ranking = { since: null, learnedAt: at, weights, questions: 200, shipped: 0.5, learned: 0.5 };
  await user.putSettings({ ...(await user.settings()), ranking });
  let cursor: string | undefined;
  do {
    const page = await user.factPage({ limit: 200, cursor });
    await user.recordFeedback(
      page.items.map(({ id }) => ({ targetId: id, helpful: true, at, basis: "rated" })),
    );
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  await store.close();
}

function chat(url: string, message: string): Promise<number> {
  return firstToken(`${url}/chat`, { message, memory: "read" }, /event: delta/);
}

async function searchTime(url: string, q: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${url}/memory/search?${new URLSearchParams({ q }).toString()}`);
  if (!response.ok) throw new Error(await response.text());
  await response.json();
  return performance.now() - started;
}

async function fakeProcess(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../support/fake-llama/main.ts"), "--port", "0", "--slots", "2"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, stop: () => child.kill() };
}

export const TOWNS = [
  "Lyon",
  "Bergen",
  "Porto",
  "Graz",
  "Turku",
  "Ghent",
  "Split",
  "Bath",
  "Nantes",
  "Leeds",
];
const NAMES = ["Annelie", "Bruno", "Carla", "Dario", "Edda", "Fritz", "Greta", "Hugo", "Ines", "Jonas"];
export const THINGS = [
  "garden",
  "violin",
  "boat",
  "bakery",
  "novel",
  "bicycle",
  "kitchen",
  "dog",
  "choir",
  "workshop",
];

function sentence(i: number): string {
  const name = `${NAMES[i % 10]}${Math.floor(i / 100)}`;
  return `My friend ${name} moved to ${TOWNS[Math.floor(i / 10) % 10]} and talks about a ${THINGS[(i * 7) % 10]} since year ${1950 + (i % 75)}.`;
}

export function questionAbout(i: number): string {
  return `Where does my friend ${NAMES[i % 10]}${i % 50} live, and what about the ${THINGS[i % 10]}?`;
}

/** Half turns, half facts. */
export async function fill(dataDir: string, memories: number): Promise<void> {
  const { mkdirSync } = await import("node:fs");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = await createSqliteStore({ file: join(dataDir, "engram.db"), clock: systemClock });
  const user = store.forUser(LOCAL_USER);
  const self = await user.self();
  const now = systemClock.now();
  const conversationId = newId();
  for (let i = 0; i < memories / 2; i++) {
    const text = sentence(i);
    const id = newId();
    await user.openEpisode({
      id,
      conversationId,
      createConversation: i === 0,
      userMessage: text,
      source: "import",
      state: "complete",
      memory: "on",
      mode: "chat",
      occurredAt: now,
      recordedAt: now,
      extract: false,
    });
    await user.apply({
      actor: "import",
      reason: "bench",
      mutations: [
        {
          op: "fact.put",
          fact: {
            id: newId(),
            subjectId: self.id,
            predicate: "HAS_FRIEND",
            objectId: null,
            value: text.slice(10, 30),
            polarity: "positive",
            text,
            confidence: 0.9,
            validAt: null,
            invalidAt: null,
            createdAt: now,
            expiredAt: null,
            status: "verified",
            supersedes: null,
            change: "none",
            origin: null,
            evidence: [
              {
                episodeId: id,
                part: "user",
                start: 0,
                end: text.length,
                quote: text,
                assertedBy: "user",
                occurredAt: now,
              },
            ],
          },
        },
      ],
    });
  }
  await store.close();
}

async function firstToken(url: string, body: unknown, sign: RegExp): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(body),
  });
  if (response.body === null) throw new Error("no body");
  let found: number | null = null;
  let text = "";
  for await (const bytes of response.body) {
    text += Buffer.from(bytes as Uint8Array).toString();
    if (found === null && sign.test(text)) found = performance.now() - started;
  }
  if (found === null) throw new Error(`no token in: ${text.slice(0, 500)}`);
  return found;
}

function summary(values: number[]) {
  return {
    p50: round(median(values)),
    p95: round(percentile(values, 0.95)),
    p99: round(percentile(values, 0.99)),
  };
}
