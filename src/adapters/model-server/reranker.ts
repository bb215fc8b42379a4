import type { z } from "zod";
import type { Reranker } from "../../ports/reranker.ts";
import { EngramError, PromptTooLong } from "../../errors.ts";
import { createAgents } from "./http-call.ts";
import { callsTo, callWithin } from "./json-call.ts";
import { RequestRefused } from "./model-errors.ts";
import { Ranking, RERANKED_MAX } from "./wire.ts";

export interface LlamaCppRerankerOptions {
  /** A separate llama-server (`--rerank`), with or without `/v1`: a chat server answers 501. */
  url: string;
  /** Empty: whichever model the server serves. */
  model: string;
  apiKey?: string | undefined;
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 5_000;
/** Per text: a reranker reads question and text in one context. */
const TEXT_CHARS_MAX = 2_000;
/** Texts that are too long together with the question are not cut below this. */
const TEXT_CHARS_MIN = 200;

export function createLlamaCppReranker(options: LlamaCppRerankerOptions): Reranker {
  const agents = createAgents();
  const call = callsTo(options, agents);
  /** TEI has another name for them. */
  let named: "documents" | "texts" = "documents";
  const ask = async (
    query: string,
    texts: string[],
    signal: AbortSignal,
    charsMax = TEXT_CHARS_MAX,
    isRetried = false,
  ): Promise<number[]> => {
    const [cut = "", ...documents] = [query, ...texts].map((text) => text.slice(0, charsMax).toWellFormed());
    const model = options.model === "" ? {} : { model: options.model };
    const body = { ...model, query: cut, [named]: documents, top_n: documents.length };
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    try {
      const answer = await callWithin(Ranking, call("/v1/rerank", signal, body), timeoutMs, "reranking");
      return toScores(answer, documents.length);
    } catch (error) {
      if (error instanceof RequestRefused && !isRetried) {
        named = named === "documents" ? "texts" : "documents";
        return ask(query, texts, signal, charsMax, true);
      }
      if (!(error instanceof PromptTooLong) || charsMax <= TEXT_CHARS_MIN) throw error;
      return ask(query, texts, signal, charsMax / 2);
    }
  };
  return {
    async rerank(query, texts, signal) {
      const scores: number[] = [];
      for (let from = 0; from < texts.length; from += RERANKED_MAX)
        scores.push(...(await ask(query, texts.slice(from, from + RERANKED_MAX), signal)));
      return asProbabilities(scores);
    },
    close: async () => agents.destroy(),
  };
}

/** By `index`: the response is sorted. */
function toScores({ results }: z.infer<typeof Ranking>, count: number): number[] {
  const byIndex = new Map(results.map(({ index, relevance_score }) => [index, relevance_score]));
  return Array.from({ length: count }, (_, n) => {
    const raw = byIndex.get(n);
    if (raw === undefined) throw new EngramError("model_error", "The reranking server left out a text");
    return raw;
  });
}

/** llama-server returns the log odds of most models; other servers, and llama-server for Qwen's, return probabilities. */
function asProbabilities(scores: number[]): number[] {
  if (scores.every((score) => score >= 0 && score <= 1)) return scores;
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}
