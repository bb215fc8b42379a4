import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { calibrate, SEPARATION_MIN } from "../../../../src/services/embedding/calibrate.ts";
import { CALIBRATION_TEXTS } from "../../../../src/services/embedding/calibration-texts.ts";
import { CONVENTIONS } from "../../../../src/services/embedding/conventions.ts";
import { meanScale, nearness, scaleFor } from "../../../../src/services/embedding/scale.ts";

/** Models that place the calibration's texts as real ones would, or do not. */
const DIMENSIONS = 96;

interface Model {
  /** Cosine of a question and its answer, beyond that of all texts. */
  related: number;
  /** What all its vectors share. */
  common?: number;
  /** It understands texts with these prefixes alone. */
  convention?: string;
  languages?: string[];
}

const ROWS = [...CALIBRATION_TEXTS].flatMap(([language, texts]) =>
  texts.map((text) => ({ language, ...text })),
);
const ALL = "what all texts share";

function direction(text: string): number[] {
  const bytes = [0, 1, 2].flatMap((part) => [...createHash("sha256").update(`${part} ${text}`).digest()]);
  const vector = bytes.slice(0, DIMENSIONS).map((byte) => byte - 127.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function mixed(parts: [weight: number, text: string][]): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const [weight, text] of parts)
    direction(text).forEach((value, i) => (vector[i] = (vector[i] ?? 0) + weight * value));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function embedderOf({ related, common = 0, convention = "none", languages }: Model) {
  const { query = "", passage = "" } = CONVENTIONS.find(({ name }) => name === convention) ?? {};
  return async (texts: string[]): Promise<Float32Array[]> =>
    texts.map((text) => {
      const row = ROWS.find(({ question, answer }) => text === query + question || text === passage + answer);
      const isKnown = row !== undefined && (languages?.includes(row.language) ?? true);
      const about = isKnown ? Math.sqrt(related) : 0;
      return mixed([
        [Math.sqrt(common), ALL],
        [about, `about ${row?.question}`],
        [Math.sqrt(Math.max(0, 1 - common - about ** 2)), text],
      ]);
    });
}

test("a model that needs no prefixes gets none", async () => {
  const calibration = await calibrate(embedderOf({ related: 0.6 }), "m");
  expect(calibration.convention).toBe("none");
  expect(calibration.separation).toBeGreaterThan(0.95);
  expect(calibration.scales.map(({ language }) => language)).toEqual([...CALIBRATION_TEXTS.keys()]);
});

test.each(CONVENTIONS.slice(1).map(({ name }) => name))(
  "a model that was trained with %s gets it",
  async (name) => {
    expect(await calibrate(embedderOf({ related: 0.6, convention: name }), "m")).toMatchObject({
      convention: name,
    });
  },
);

test.each([
  ["multilingual-e5-small", "query-passage"],
  ["intfloat/e5-base-v2", "query-passage"],
  ["intfloat_multilingual-e5-large-instruct-Q8_0.gguf", "instruct"],
  ["nomic-embed-text:latest", "search-query"],
  ["text-embedding-nomic-embed-text-v1.5", "search-query"],
  ["embeddinggemma:300m", "search-result"],
  ["text-embedding-embedding-gemma-300m", "search-result"],
  ["snowflake-arctic-embed2:568m", "query"],
  ["Snowflake/snowflake-arctic-embed-l-v2.0", "query"],
  ["snowflake-arctic-embed:22m", "represent"],
  ["mxbai-embed-large", "represent"],
  ["BAAI/bge-small-en-v1.5", "represent"],
  ["qwen3-embedding:0.6b", "instruct"],
  ["bge-m3", "none"],
  ["bge-large-zh-v1.5", "none"],
  ["all-minilm", "none"],
  ["paraphrase-multilingual-mpnet-base-v2", "none"],
])("%s has the prefixes of its card: %s", async (model, convention) => {
  expect((await calibrate(embedderOf({ related: 0.6, convention }), model)).convention).toBe(convention);
});

test("cosines between .75 and .9 come onto the same scale as those around 0", async () => {
  const wide = meanScale((await calibrate(embedderOf({ related: 0.5 }), "m")).scales);
  const narrow = meanScale((await calibrate(embedderOf({ related: 0.125, common: 0.75 }), "m")).scales);
  expect(narrow.unrelated).toBeGreaterThan(0.7);
  expect(wide.unrelated).toBeLessThan(0.1);
  for (const scale of [wide, narrow]) expect(nearness(scale, scale.unrelated)).toBeCloseTo(0, 5);
  const [one, other] = [nearness(wide, wide.related), nearness(narrow, narrow.related)];
  expect(one / other, "while the cosines' distances differ fourfold").toBeGreaterThan(0.5);
  expect(one / other).toBeLessThan(2);
});

test("a model that separates less says less by the same place between unrelated and related", async () => {
  const sure = meanScale((await calibrate(embedderOf({ related: 0.6 }), "m")).scales);
  const unsure = meanScale((await calibrate(embedderOf({ related: 0.25 }), "m")).scales);
  expect(nearness(unsure, unsure.related)).toBeLessThan(nearness(sure, sure.related) / 2);
});

test("a model of one language has a scale for that alone", async () => {
  const { scales } = await calibrate(embedderOf({ related: 0.6, languages: ["en"] }), "m");
  expect(scales.map(({ language }) => language)).toEqual(["en"]);
  expect(scaleFor(scales, "Where does my sister live?")).toEqual(scales[0]);
  for (const text of [
    "Wo wohnt meine Schwester denn jetzt?",
    "妹はどこに住んでいますか？",
    "我妹妹住在哪里？",
  ])
    expect(scaleFor(scales, text), text).toBeNull();
});

test("a language that was not tried has the mean scale", async () => {
  const { scales } = await calibrate(embedderOf({ related: 0.6 }), "m");
  expect(scaleFor(scales, "Где живёт моя сестра?")).toEqual(meanScale(scales));
});

test("what sees nothing, or words alone, separates in no language", async () => {
  const nothing = await calibrate(embedderOf({ related: 0 }), "m");
  expect(nothing.scales).toEqual([]);
  expect(nothing.separation).toBeLessThan(SEPARATION_MIN);
  const words = await calibrate(
    async (texts) =>
      texts.map((text) => mixed((text.toLowerCase().match(/\p{L}+/gu) ?? [text]).map((word) => [1, word]))),
    "m",
  );
  expect(words.scales).toEqual([]);
});

test("each language has eight questions with three different sentences", () => {
  expect(CALIBRATION_TEXTS.size).toBe(10);
  for (const texts of CALIBRATION_TEXTS.values()) expect(texts).toHaveLength(8);
  const all = ROWS.flatMap(({ question, answer, distractor }) => [question, answer, distractor]);
  expect(new Set(all).size).toBe(all.length);
});
