import type { Embedder } from "../../ports/embedder.ts";
import { serverPlace, serverRoot } from "./base-url.ts";
import { createAgents, type HttpAgents } from "./http-fetch.ts";
import { callJson } from "./json-call.ts";
import { modelSilent, toModelError } from "./model-errors.ts";
import { badVector, decodeVector, toUnit } from "./vectors.ts";
import type { LlamaEmbeddings } from "./wire.ts";

export interface LlamaCppEmbedderOptions {
  /** A llama-server of its own (`--embeddings`), with or without `/v1`: a chat server answers 501. */
  url: string;
  model: string;
  apiKey?: string | undefined;
  /** One batch. */
  timeoutMs?: number | undefined;
}

/** Texts per request; bounds the server's work and the answer's size. */
const BATCH_MAX = 32;

const TIMEOUT_MS = 60_000;

/** Its vector only tells the dimensions. */
const PROBE_TEXT = "Engram";

/** Asks the server for one vector to learn the dimensions; rejects like `embed` when it cannot. */
export async function createLlamaCppEmbedder(
  options: LlamaCppEmbedderOptions,
): Promise<Embedder & { close(): Promise<void> }> {
  const agents = createAgents();
  const embed = (texts: string[], signal: AbortSignal): Promise<Float32Array[]> =>
    embedBatch(options, agents, texts, signal);
  const [probe] = await embed([PROBE_TEXT], new AbortController().signal);
  const dimensions = probe?.length ?? 0;
  return {
    model: options.model,
    dimensions,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += BATCH_MAX) {
        vectors.push(...(await embed(texts.slice(from, from + BATCH_MAX), signal)));
      }
      if (vectors.some((vector) => vector.length !== dimensions))
        throw badVector("has other dimensions than before");
      return vectors;
    },
    close: async () => agents.destroy(),
  };
}

async function embedBatch(
  options: LlamaCppEmbedderOptions,
  agents: HttpAgents,
  input: string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const root = serverRoot(options.url);
  const limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const body = { model: options.model, input, encoding_format: "base64" };
  const call = { agents, url: `${root}/v1/embeddings`, apiKey: options.apiKey || undefined, body };
  try {
    const answer = await callJson<LlamaEmbeddings>({ ...call, signal: AbortSignal.any([signal, limit]) });
    return toVectors(answer, input.length);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw modelSilent("The embedding server did not answer in time");
    throw toModelError(error, serverPlace(root), false);
  }
}

/** In the order of the texts: `index` tells it, not the place in the answer. */
function toVectors(answer: LlamaEmbeddings, count: number): Float32Array[] {
  const data = (answer.data ?? []).toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  if (data.length !== count) throw badVector(`count is ${data.length} instead of ${count}`);
  return data.map((one) => toUnit(decodeVector(one.embedding)));
}
