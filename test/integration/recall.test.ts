import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbedQuery } from "../../src/services/embedding/query-vectors.ts";
import { recall } from "../../src/services/retrieval/recall.ts";
import { shippedRecipes } from "../../src/services/retrieval/recipes.ts";
import { must, say } from "../contracts/memory-store-story.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";

/** What a chat is given before it is answered. */
let memory: TestMemory;

const recipes = shippedRecipes({
  similarity: 0.85,
  importance: 0.05,
  recency: 0.05,
  halfLifeDays: 365,
  importanceFloor: 2,
});

beforeEach(async () => {
  memory = await openMemory();
});
afterEach(() => memory.close());

const recalled = async (limits: { itemsMax: number; tokensMax: number }) => {
  const deps = {
    ...limits,
    clock: memory.clock,
    embedQuery: createEmbedQuery(null, { deadlineMs: 100, onMiss: () => undefined }),
    recipe: must(recipes.get("default")),
    deadlineMs: 60_000,
    observe: () => undefined,
    onMiss: (_reason: string, error: unknown) => {
      throw error;
    },
  };
  return recall(deps, memory.store.forUser("ann"), {
    message: "Which boats have I seen?",
    excludeEpisodeIds: [],
    signal: new AbortController().signal,
  });
};

test("a recall block holds as many memories as it may, and as its tokens allow", async () => {
  const ann = memory.store.forUser("ann");
  for (let n = 0; n < 60; n++) await say(ann, `e${n}`, `I have seen the boat Mira${n}.`);
  expect((await recalled({ itemsMax: 40, tokensMax: 100_000 })).items).toHaveLength(40);
  expect((await recalled({ itemsMax: 7, tokensMax: 100_000 })).items).toHaveLength(7);
  const { items, text } = await recalled({ itemsMax: 40, tokensMax: 200 });
  expect(items.length).toBeGreaterThan(3);
  expect(text.length / 4).toBeLessThanOrEqual(200);
});
