import { guessLanguage } from "../../language/index.ts";
import { withoutNames } from "../../language/without-names.ts";
import type { Embedder } from "../../ports/embedder.ts";

/** The vector of a question, with the tag of those it may be compared with. */
export interface QueryVector {
  tag: string;
  vector: Float32Array;
}

/**
 * Null when there is no embedder, or when it does not answer in time: the other lanes answer without it. With a tag: the
 * vector of that earlier model, null as well when it is not offered any more.
 */
export type EmbedQuery = (text: string, signal?: AbortSignal, tag?: string) => Promise<QueryVector | null>;

/** Questions kept with their vectors: a turn is often tried again, and a page of results asked for anew. */
const KEPT_MAX = 500;
/** Characters of a text, question or memory, that its vector is made of; embedders read some hundred words. */
export const EMBEDDED_CHARS_MAX = 2000;

/** Longer ones are stories with a question in them, and take the embedder its time. */
const READ_TWICE_CHARS_MAX = 400;

/**
 * A question as it is and without names, which draw everything said by or to somebody as near as what is asked for; names
 * are found by their words. German writes all nouns like names.
 */
function readings(question: string): string[] {
  if (question.length > READ_TWICE_CHARS_MAX) return [question];
  const bare = guessLanguage(question) === "de" ? question : withoutNames(question);
  return bare === question ? [question] : [question, bare];
}

/** The direction between them, of unit length. */
function between([one, other]: Float32Array[]): Float32Array | undefined {
  if (one === undefined || other === undefined) return one;
  const sum = one.map((x, i) => x + (other[i] ?? 0));
  const length = Math.hypot(...sum);
  return length === 0 ? one : sum.map((x) => x / length);
}

export function createEmbedQuery(
  embedder: Embedder | null,
  options: { deadlineMs: number; onMiss: (error: unknown) => void },
): EmbedQuery {
  if (embedder === null) return async () => null;
  const kept = new Map<string, Float32Array>();
  const made = async (text: string, tag: string, isNow: boolean, signal: AbortSignal) => {
    const texts = readings(text);
    const vectors = isNow
      ? await embedder.embed(texts, signal)
      : await embedder.embedAs?.(tag, texts, signal);
    return vectors ? between(vectors) : undefined;
  };
  const ask = async (text: string, signal: AbortSignal, asked?: string): Promise<QueryVector | null> => {
    const tag = asked ?? (await embedder.tag(signal));
    const key = `${tag}\n${text}`;
    const vector = kept.get(key) ?? (await made(text, tag, asked === undefined, signal));
    if (vector === undefined) return null;
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, vector);
    return { tag, vector };
  };
  return async (text, signal, tag) => {
    const late = AbortSignal.timeout(options.deadlineMs);
    try {
      return await ask(
        text.slice(0, EMBEDDED_CHARS_MAX),
        signal ? AbortSignal.any([signal, late]) : late,
        tag,
      );
    } catch (error) {
      if (signal?.aborted !== true) options.onMiss(error);
      return null;
    }
  };
}
