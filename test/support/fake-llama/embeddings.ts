import { createHash } from "node:crypto";
import { CALIBRATION_TEXTS } from "../../../src/services/embedding/calibration-texts.ts";
import { CONVENTIONS } from "../../../src/services/embedding/conventions.ts";

const DIMENSIONS = 128;
const HASH_BYTES = 32;

/** Cosine of a question of the calibration and its answer, about that of a real small model. */
const RELATED = 0.42;

/** Shorter ones say nothing, and stand in every text. */
const WORD_CHARS_MIN = 4;

/** Lexical hashing, like the recorded toy embedder: texts that share words lie near each other, others do not. */
function hashed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  const words = text.toLowerCase().split(/\W+/u);
  const telling = words.filter((word) => word.length >= WORD_CHARS_MIN);
  for (const word of telling.length > 0 ? telling : words) {
    const hash = createHash("sha256").update(word).digest();
    for (let i = 0; i < DIMENSIONS; i++)
      vector[i] = (vector[i] ?? 0) + ((hash[i % hash.length] ?? 0) - 127.5) * (i + 1);
  }
  return toUnit(vector);
}

/** What shares only words is refused as an embedder: the texts of the calibration are placed by their meaning. */
function vectorOf(text: string, meanings: boolean): Float32Array {
  const bare = CONVENTIONS.reduce((rest, { query, passage }) => without(without(rest, query), passage), text);
  const question = meanings ? QUESTIONS.get(bare) : undefined;
  if (question === undefined) return SENTENCES.has(bare) && meanings ? direction(bare) : hashed(text);
  const [about, own] = [direction(question), direction(bare)];
  if (bare === question) return about;
  return toUnit(own.map((value, i) => Math.sqrt(1 - RELATED ** 2) * value + RELATED * (about[i] ?? 0)));
}

const TEXTS = [...CALIBRATION_TEXTS.values()].flat();
/** Questions and answers, each with its question. */
const QUESTIONS = new Map(
  TEXTS.flatMap(({ question, answer }) => [
    [question, question],
    [answer, question],
  ]),
);
const SENTENCES = new Set(TEXTS.map(({ distractor }) => distractor));

function without(text: string, prefix: string): string {
  return prefix !== "" && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** One of its own for each text, nearly at right angles to all others. */
function direction(text: string): Float32Array {
  const parts = Array.from({ length: DIMENSIONS / HASH_BYTES }, (_, part) => [
    ...createHash("sha256").update(`${part} ${text}`).digest(),
  ]);
  return toUnit(Float32Array.from(parts.flat(), (byte) => byte - 127.5));
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The model of this name sees nothing but words. */
export const WORDS_ONLY = "words-only";

export function embeddingsAnswer(body: Record<string, unknown>): unknown {
  const input = Array.isArray(body["input"]) ? (body["input"] as string[]) : [String(body["input"])];
  const base64 = body["encoding_format"] === "base64";
  const data = input.map((text, index) => ({
    embedding: encode(vectorOf(text, body["model"] !== WORDS_ONLY), base64),
    index,
    object: "embedding",
  }));
  return {
    model: body["model"] ?? "embed",
    object: "list",
    usage: { prompt_tokens: 1, total_tokens: 1 },
    data,
  };
}

function encode(vector: Float32Array, base64: boolean): string | number[] {
  return base64 ? Buffer.from(vector.buffer).toString("base64") : Array.from(vector);
}
