import { afterEach, beforeEach, expect, test } from "vitest";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { UserStore } from "../../src/ports/memory-store.ts";
import { createEmbedMemories } from "../../src/services/embedding/embed-memories.ts";
import { createEmbedQuery } from "../../src/services/embedding/query-vectors.ts";
import { reEmbed } from "../../src/services/maintenance/embedding/re-embed.ts";
import { recipeNamed } from "../../src/services/retrieval/recipes.ts";
import { search } from "../../src/services/retrieval/search.ts";
import { say } from "../contracts/memory-store-story.ts";
import { asCalibrated } from "../support/as-calibrated.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** Vectors made anew by another model: what a search finds before, while it goes on, and after. */
let memory: TestMemory;
let ann: UserStore;
let current: string;
let offered: string[];
/** What happens before a batch of memories is embedded. */
let beforeBatch: () => Promise<void>;

const DIMENSIONS = 4;
const AXES: [RegExp, number][] = [
  [/boat|sail/i, 0],
  [/cook|soup/i, 1],
];

/** Two models that see the same, along other axes: vectors of the one mean nothing to the other. */
function vectorOf(model: string, text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const axis = AXES.find(([words]) => words.test(text))?.[1] ?? 2;
  vector[model === "first" ? axis : DIMENSIONS - 1 - axis] = 1;
  return vector;
}

const embedder: Embedder = {
  tag: async () => `${current}/${DIMENSIONS}`,
  embed: async (texts) => {
    if (texts.length > 1) await beforeBatch();
    return texts.map((text) => vectorOf(current, text));
  },
  embedAs: async (tag, texts) => {
    const model = tag.slice(0, tag.lastIndexOf("/"));
    return offered.includes(model) ? texts.map((text) => vectorOf(model, text)) : null;
  },
  health: async () => "ready",
  close: async () => undefined,
};

beforeEach(async () => {
  memory = await openMemory();
  ann = memory.store.forUser("ann");
  current = "first";
  offered = ["first", "second"];
  beforeBatch = async () => undefined;
  await say(ann, "boat", "My boat is called Mira.");
  await say(ann, "soup", "I like to cook.");
});
afterEach(() => memory.close());

const run = (options: { dryRun?: boolean; embedder?: Embedder | null } = {}) => {
  const chosen = asCalibrated(options.embedder === undefined ? embedder : options.embedder);
  const embedMemories = createEmbedMemories({ ...memory, embedder: chosen });
  const { signal } = new AbortController();
  const base = { userId: "ann", runId: "r", automatic: false, signal, spend: async () => undefined };
  const context = { ...base, dryRun: options.dryRun ?? false };
  return reEmbed.run({ ...memory, embedder: chosen, embedMemories }, ann, context);
};

/** What the vector lane finds, best first. */
async function found(query: string): Promise<string[]> {
  const recipe = recipeNamed();
  const embedQuery = createEmbedQuery(asCalibrated(embedder), {
    deadlineMs: 5_000,
    onMiss: (error) => {
      throw error;
    },
  });
  const deps = { clock: memory.clock, embedQuery, observe: () => undefined };
  const results = await search(deps, ann, { query, limit: 10, recipe });
  return results.filter(({ components }) => "lane.vector" in components).map(({ id }) => id);
}

test("the search asks the vectors of before until all are there, then those of now", async () => {
  expect(await run()).toEqual({ embedder: 1, waiting: 2, embedded: 2 });
  expect(await found("sailing")).toEqual(["boat"]);
  current = "second";
  expect(await run({ dryRun: true })).toEqual({ embedder: 1, waiting: 2, embedded: 0 });
  expect(await ann.servingTag(), "a dry run changes nothing").toBeNull();
  const during: string[][] = [];
  beforeBatch = async () => void during.push(await found("sailing"));
  expect(await run()).toEqual({ embedder: 1, waiting: 2, embedded: 2 });
  expect(during).toEqual([["boat"]]);
  expect(await found("sailing")).toEqual(["boat"]);
  offered = ["second"];
  expect(await found("sailing"), "by the new vectors alone").toEqual(["boat"]);
  expect(await run(), "nothing is left").toEqual({ embedder: 1, waiting: 0, embedded: 0 });
});

test("where the earlier model is not offered any more, the search goes without vectors until then", async () => {
  await run();
  current = "second";
  offered = ["second"];
  const during: string[][] = [];
  beforeBatch = async () => void during.push(await found("sailing"));
  await run();
  expect(during).toEqual([[]]);
  expect(await found("sailing")).toEqual(["boat"]);
});

test("without an embedder it says so", async () => {
  expect(await run({ embedder: null })).toEqual({ embedder: 0, waiting: 0, embedded: 0 });
});
