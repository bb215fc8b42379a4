import { expect, test } from "vitest";
import type { Embedder } from "../../../../src/ports/embedder.ts";
import { asCalibrated } from "../../../support/as-calibrated.ts";
import { createEmbedQuery } from "../../../../src/services/embedding/query-vectors.ts";

/** Each text lies on an axis of its own. */
function counting(): { embedder: Embedder; asked: string[][] } {
  const asked: string[][] = [];
  const embed: Embedder["embed"] = async (texts) => {
    asked.push(texts);
    return texts.map((_, i) => Float32Array.from([i === 0 ? 1 : 0, i === 1 ? 1 : 0]));
  };
  const embedder: Embedder = {
    tag: async () => "now/2",
    embed,
    embedAs: (tag, texts, signal) => (tag === "before/2" ? embed(texts, signal) : Promise.resolve(null)),
    health: async () => "ready",
    close: async () => undefined,
  };
  return { embedder, asked };
}

const options = {
  deadlineMs: 1_000,
  onMiss: (error: unknown) => {
    throw error;
  },
};

test("a question with names lies between itself and what it asks of whomever, in one request", async () => {
  const { embedder, asked } = counting();
  const embedQuery = createEmbedQuery(asCalibrated(embedder), options);
  const found = await embedQuery("What did Caroline paint?");
  expect(asked).toEqual([["What did Caroline paint?", "What did paint?"]]);
  expect(found?.vector[0]).toBeCloseTo(Math.SQRT1_2, 6);
  expect(found?.vector[1]).toBeCloseTo(Math.SQRT1_2, 6);
  await embedQuery("What did Caroline paint?");
  expect(asked, "kept").toHaveLength(1);
});

const story = `I met Caroline in Lisbon. ${"We walked along the river and talked. ".repeat(20)}What did she say?`;

test.each([
  "What did I paint?",
  story,
  "Wo hat meine Schwester in Lissabon gewohnt, bevor sie nach Wien zog?",
])("%s is asked as it is", async (question) => {
  const { embedder, asked } = counting();
  const found = await createEmbedQuery(asCalibrated(embedder), options)(question);
  expect(asked).toEqual([[question]]);
  expect([...(found?.vector ?? [])]).toEqual([1, 0]);
});

test("an earlier model is asked the same way, and one that is gone gives nothing", async () => {
  const { embedder, asked } = counting();
  const embedQuery = createEmbedQuery(asCalibrated(embedder), options);
  expect((await embedQuery("Where is Anna?", undefined, "before/2"))?.tag).toBe("before/2");
  expect((await embedQuery("Where did Anna go?", undefined, "before/2"))?.vector[0]).toBeCloseTo(
    Math.SQRT1_2,
    6,
  );
  expect(await embedQuery("Where did Anna go?", undefined, "older/2")).toBeNull();
  expect(asked).toHaveLength(2);
});
