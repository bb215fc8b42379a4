import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startFakeLlama } from "../../support/fake-llama/index.ts";
import type { Life } from "../lives/format.ts";
import { bm25 } from "./bm25.ts";
import { answers } from "./suite.ts";

let folder: string;
let fake: Awaited<ReturnType<typeof startFakeLlama>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "engram-answers-"));
  fake = await startFakeLlama({});
  vi.stubEnv("LLAMA_CPP_URL", fake.url);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await fake.close();
  await rm(folder, { recursive: true, force: true });
});

const LIFE: Life = {
  user: { name: "Ana Novak", timezone: "Europe/Vienna", language: "en" },
  entities: [
    { id: "e1", name: "Ana Novak", type: "person", aliases: ["Ana", "user"] },
    { id: "e2", name: "Graz", type: "place", aliases: [] },
  ],
  sessions: [
    {
      id: "s1",
      at: "2025-01-10T20:00:00+01:00",
      turns: [
        {
          id: "s1t1",
          user: "I live in Graz.",
          assistant: "Noted.",
          facts: [
            {
              id: "f1",
              subject: "e1",
              predicate: "LIVES_IN",
              object: "e2",
              value: null,
              text: "Ana lives in Graz.",
              quote: "I live in Graz",
              op: "assert",
              validAt: null,
            },
          ],
        },
      ],
    },
  ],
  questions: [
    {
      id: "q1",
      at: "2025-02-01T12:00:00+01:00",
      type: "single",
      q: "Which city does Ana live in?",
      answer: "In Graz.",
      facts: ["f1"],
    },
  ],
};

test("memory, full text and word search answer what nothing cannot; the judge's rules differ", async () => {
  fake.reply((body) => {
    const [system, user] = body.messages.map(({ content }) => content);
    if (!system?.startsWith("You compare")) return user?.includes("Graz") ? "In Graz." : "I do not know.";
    return user?.includes("Answer: In Graz.") && !system.includes("everything") ? "right" : "wrong";
  });
  await writeFile(join(folder, "ana.json"), JSON.stringify(LIFE));
  const { metrics } = await answers.run({ data: folder, extractor: "replay", progress: () => {} });
  expect(Object.fromEntries(metrics.map(({ name, value }) => [name, value]))).toEqual({
    memory_strict: 0,
    memory_lenient: 1,
    none_strict: 0,
    none_lenient: 0,
    full_strict: 0,
    full_lenient: 1,
    bm25_strict: 0,
    bm25_lenient: 1,
  });
});

test("BM25 puts rare shared words first and leaves out what shares none", () => {
  const documents = ["the cat sleeps on the sofa", "the cat eats fish", "a dog barks"];
  expect(bm25("does the cat like fish", documents)).toEqual([1, 0]);
});
