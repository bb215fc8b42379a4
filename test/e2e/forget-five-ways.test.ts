import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client, until, type Client } from "../support/client.ts";
import type { FakeLlama } from "../support/fake-llama/index.ts";
import { startService, testFolder, type TestFolder, type TestService } from "../support/service.ts";
import { startVotingLlama } from "../support/voting-llama.ts";

/** Told, extracted, voted on and embedded; then forgotten in one of five ways: the words are in no file any more. */
let folder: TestFolder;
let service: TestService;
let api: Client;
let fake: FakeLlama;

const VOTES = { slots: 2, noise: { independent: 0, correlated: 0 }, voteDelayMs: 0 };

async function restart(): Promise<void> {
  await service?.stop();
  service = await startService(folder.path, {
    LLAMA_CPP_URL: fake.url,
    EMBEDDINGS_URL: fake.url,
    IDLE_AFTER_MINUTES: "10000",
  });
  api = client(service.url);
}

beforeAll(async () => {
  folder = await testFolder();
  fake = await startVotingLlama(VOTES);
  await restart();
});
afterAll(async () => {
  await service?.stop();
  await fake.close();
  await folder.remove();
});

/** What the fake extracts: the statement and one too many, so that something is believed and something refused. */
const told = (n: number): string => `My friend Frida${n} lives in Town${n}.`;
const wordsOf = (n: number): string[] => [`Frida${n}`, `Town${n}`];

interface Told {
  conversationId: string;
  episodeId: string;
  at: string;
}

async function tell(n: number): Promise<Told> {
  const at = new Date().toISOString();
  const said = await api.say(told(n));
  await api.verify();
  const { items } = (await api.get("/memory/facts?status=verified&limit=200")).body;
  expect(items.some((fact: { text: string }) => fact.text.includes(`Town${n}`))).toBe(true);
  await until(
    async () => (await api.get(`/memory/search?q=Town${n}`)).text.includes("lane.vector"),
    "the vectors",
  );
  return { ...said, at };
}

async function inFiles(words: string[]): Promise<string[]> {
  const data = join(folder.path, "data");
  const found: string[] = [];
  for (const name of await readdir(data)) {
    const text = (await readFile(join(data, name))).toString("latin1").toLowerCase();
    for (const word of words) if (text.includes(word.toLowerCase())) found.push(`${word} in ${name}`);
  }
  return found;
}

const WAYS: [name: string, forget: (n: number, was: Told) => Promise<unknown>][] = [
  ["the API, the turn", (_, was) => api.post("/memory/forget", { episodeId: was.episodeId })],
  [
    "words in the chat",
    async (_, { conversationId }) => {
      await api.say("Forget that, please.", { conversationId });
      await api.say("Yes.", { conversationId });
    },
  ],
  [
    "the entities",
    async (n) => {
      for (const name of wordsOf(n)) {
        for (const { id } of (await api.get(`/memory/entities?q=${name}`)).body.items) {
          await api.post("/memory/forget", { entityId: id });
        }
      }
    },
  ],
  [
    "a range of time",
    async (_, was) => {
      await api.post("/memory/forget", { from: was.at, to: new Date(Date.now() + 1000).toISOString() });
    },
  ],
  ["everything", () => api.post("/memory/forget", { everything: true })],
];

test.each(WAYS.map(([name, forget], index) => ({ name, forget, n: 71 + index })))(
  "forgotten by $name",
  async ({ forget, n }) => {
    const was = await tell(n);
    expect(await inFiles(wordsOf(n))).not.toEqual([]);
    await forget(n, was);
    await service.stop();
    expect(await inFiles(wordsOf(n))).toEqual([]);
    await restart();
    expect((await api.get(`/memory/search?q=Frida${n}%20Town${n}&limit=50`)).text).not.toMatch(
      new RegExp(`(?:Frida|Town)${n}\\b.*"score"`),
    );
    await api.post("/memory/episodes", {
      text: told(n),
      occurredAt: "2025-04-01T10:00:00Z",
      source: "import",
    });
    await api.verify();
    const listed = `/memory/facts?limit=200&status=verified,staged,disputed`;
    expect((await api.get(listed)).text).not.toContain(`Town${n}`);
    expect((await api.get(`/memory/entities?q=Frida${n}`)).body.items).toEqual([]);
    await api.say(told(n));
    await api.verify();
    expect((await api.get(listed)).text).toContain(`Frida${n} lives in Town${n}`);
  },
);
