import { guessLanguage } from "../../language/index.ts";
import { withoutNames } from "../../language/without-names.ts";
import type { CalibratedEmbedder } from "./calibrated.ts";
import type { Scale } from "./scale.ts";

/** A query vector, with the tag of the vectors it is comparable with. */
export interface QueryVector {
  tag: string;
  vector: Float32Array;
  scale: Scale;
}

/**
 * Null if there is no embedder or it does not answer in time: the other lanes work without it. With a tag: the vector by that
 * earlier model, also null once that model is no longer offered.
 */
export type EmbedQuery = (text: string, signal?: AbortSignal, tag?: string) => Promise<QueryVector | null>;

/** The same for a statement, to find similar ones. */
export type EmbedStatement = (text: string) => Promise<QueryVector | null>;

/** Cached questions: a turn is often retried, and a page of results requested again. */
const KEPT_MAX = 500;
/** Characters of a text, question or memory that are embedded; embedders read some hundred words. */
export const EMBEDDED_CHARS_MAX = 2000;

/** Longer texts are stories with a question in them, and slow to embed. */
const READ_TWICE_CHARS_MAX = 400;

/**
 * A question as it is, and without names: a name draws everything said by or to that person as near as the answer, and names are
 * found by words anyway. In German all nouns look like names, so they stay.
 */
function readings(question: string): string[] {
  if (question.length > READ_TWICE_CHARS_MAX) return [question];
  const bare = guessLanguage(question) === "de" ? question : withoutNames(question);
  return bare === question ? [question] : [question, bare];
}

/** The unit vector halfway between them. */
function between([one, other]: Float32Array[]): Float32Array | undefined {
  if (one === undefined || other === undefined) return one;
  const sum = one.map((x, i) => x + (other[i] ?? 0));
  const length = Math.hypot(...sum);
  return length === 0 ? one : sum.map((x) => x / length);
}

interface QueryVectorOptions {
  deadlineMs: number;
  onMiss: (error: unknown) => void;
}

export function createEmbedStatement(
  embedder: CalibratedEmbedder,
  options: QueryVectorOptions,
): EmbedStatement {
  return (text) =>
    inTime(options, undefined, async (signal) => {
      const tag = await embedder.tag(signal);
      if (tag === null) return null;
      const [vector] = await embedder.embed([text.slice(0, EMBEDDED_CHARS_MAX)], "passage", signal);
      return withScale(embedder, { tag, vector, text });
    });
}

/** Null, and reported, if it fails or takes too long; an abort is not reported. */
async function inTime(
  { deadlineMs, onMiss }: QueryVectorOptions,
  given: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<QueryVector | null>,
): Promise<QueryVector | null> {
  const late = AbortSignal.timeout(deadlineMs);
  try {
    return await ask(given ? AbortSignal.any([given, late]) : late);
  } catch (error) {
    if (given?.aborted !== true) onMiss(error);
    return null;
  }
}

/** Null if the model does not separate in the language of the text. */
function withScale(
  embedder: CalibratedEmbedder,
  { tag, vector, text }: { tag: string; vector: Float32Array | undefined; text: string },
): QueryVector | null {
  const scale = embedder.scaleOf(tag, text);
  return vector === undefined || scale === null ? null : { tag, vector, scale };
}

export function createEmbedQuery(embedder: CalibratedEmbedder, options: QueryVectorOptions): EmbedQuery {
  const kept = new Map<string, Float32Array>();
  const made = async (text: string, tag: string, isNow: boolean, signal: AbortSignal) => {
    const texts = readings(text);
    const vectors = isNow
      ? await embedder.embed(texts, "query", signal)
      : await embedder.embedAs(tag, texts, "query", signal);
    return vectors ? between(vectors) : undefined;
  };
  const ask = async (text: string, signal: AbortSignal, asked?: string): Promise<QueryVector | null> => {
    const tag = asked ?? (await embedder.tag(signal));
    if (tag === null) return null;
    const key = `${tag}\n${text}`;
    const vector = kept.get(key) ?? (await made(text, tag, asked === undefined, signal));
    if (vector === undefined) return null;
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, vector);
    return withScale(embedder, { tag, vector, text });
  };
  return (text, signal, tag) =>
    inTime(options, signal, (inner) => ask(text.slice(0, EMBEDDED_CHARS_MAX), inner, tag));
}
