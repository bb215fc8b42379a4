import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSqliteStore } from "../../src/adapters/sqlite/index.ts";
import { newId, systemClock } from "../../src/adapters/system/clock.ts";
import { LOCAL_USER } from "../../src/domain/model/user.ts";
import { startProcess, testFolder } from "../support/service.ts";
import { median, percentile, round } from "../support/figures.ts";

/**
 * `npm run bench -- first-token --memories 10000 --rounds 200`: time from request to first token, the fake
 * llama-server asked directly and through Engram in turns, at a given number of stored memories.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { memories: { type: "string", default: "10000" }, rounds: { type: "string", default: "200" } },
  });
  const folder = await testFolder();
  const fake = await fakeProcess();
  try {
    await fill(join(folder.path, "data"), Number(values.memories));
    const service = await startProcess(folder.path, { LLAMA_CPP_URL: fake.url });
    const direct: number[] = [];
    const through: number[] = [];
    for (let round = -10; round < Number(values.rounds); round++) {
      const question = questionAbout(round + 10);
      const a = await firstToken(
        `${fake.url}/v1/chat/completions`,
        { stream: true, messages: [{ role: "user", content: question }] },
        /"content":"[^"]/,
      );
      const b = await firstToken(
        `${service.url}/chat`,
        { message: question, memory: "read" },
        /event: delta/,
      );
      if (round >= 0) direct.push(a);
      if (round >= 0) through.push(b);
    }
    await service.stop();
    const report = {
      memories: Number(values.memories),
      rounds: direct.length,
      direct: summary(direct),
      engram: summary(through),
      addedMedianMs: round(median(through) - median(direct)),
    };
    console.log(JSON.stringify(report, null, 2));
  } finally {
    fake.stop();
    await folder.remove();
  }
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
