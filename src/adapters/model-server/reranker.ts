import type { z } from "zod";
import type { Reranker } from "../../ports/reranker.ts";
import { EngramError } from "../../errors.ts";
import { createAgents } from "./http-call.ts";
import { callsTo, callWithin } from "./json-call.ts";
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

export function createLlamaCppReranker(options: LlamaCppRerankerOptions): Reranker {
  const agents = createAgents();
  const call = callsTo(options, agents);
  const ask = async (query: string, documents: string[], signal: AbortSignal): Promise<number[]> => {
    const model = options.model === "" ? {} : { model: options.model };
    const body = { ...model, query, documents, top_n: documents.length };
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const answer = await callWithin(Ranking, call("/v1/rerank", signal, body), timeoutMs, "reranking");
    return toScores(answer, documents.length);
  };
  return {
    async rerank(query, texts, signal) {
      const scores: number[] = [];
      for (let from = 0; from < texts.length; from += RERANKED_MAX) {
        const some = texts.slice(from, from + RERANKED_MAX).map((text) => text.slice(0, TEXT_CHARS_MAX));
        scores.push(...(await ask(query.slice(0, TEXT_CHARS_MAX), some, signal)));
      }
      return scores;
    },
    close: async () => agents.destroy(),
  };
}

/** By `index`: the response is sorted. The server returns log odds. */
function toScores({ results }: z.infer<typeof Ranking>, count: number): number[] {
  const byIndex = new Map(results.map(({ index, relevance_score }) => [index, relevance_score]));
  return Array.from({ length: count }, (_, n) => {
    const raw = byIndex.get(n);
    if (raw === undefined) throw new EngramError("model_error", "The reranking server left out a text");
    return 1 / (1 + Math.exp(-raw));
  });
}
