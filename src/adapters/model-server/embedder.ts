import type { z } from "zod";
import type { Embedder } from "../../ports/embedder.ts";
import { serverRoot } from "./base-url.ts";
import { createAgents, type HttpAgents } from "./http-call.ts";
import { callStatus, callWithin, readAbout } from "./json-call.ts";
import { UNNAMED } from "./server-info.ts";
import { badVector, decodeVector, toUnit } from "./vectors.ts";
import { EMBEDDED_MAX, Embeddings, ModelList } from "./wire.ts";

export interface LlamaCppEmbedderOptions {
  /** A separate llama-server (`--embeddings`), with or without `/v1`: a chat server answers 501. */
  url: string;
  /** Empty: the server's name for its model. */
  model: string;
  apiKey?: string | undefined;
  /** Per batch. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 60_000;
const HEALTH_TIMEOUT_MS = 2_000;

/** Its vector only shows the dimensions, or that the server works again. */
const PROBE_TEXT = "Engram";

interface Identity {
  model: string;
  dimensions: number;
}

/** A batch with the configured model, or the named one. */
type AskBatch = (texts: string[], signal: AbortSignal, model?: string) => Promise<EmbeddedBatch>;

/** Connects on first use, and requests one vector to learn model and dimensions. */
export function createLlamaCppEmbedder(options: LlamaCppEmbedderOptions): Embedder {
  const agents = createAgents();
  let known: Identity | null = null;
  let hasFailed = false;
  const ask: AskBatch = async (texts, signal, model = options.model) => {
    try {
      const batch = await embedBatch({ ...options, model }, agents, texts, signal);
      hasFailed = false;
      return batch;
    } catch (error) {
      // A cancelled request says nothing about the server; a timeout does.
      hasFailed ||= !signal.aborted || isTimeout(signal.reason);
      throw error;
    }
  };
  const identity = async (signal: AbortSignal): Promise<Identity> =>
    (known ??= await identify(options, agents, ask, signal));
  return {
    async tag(signal) {
      const { model, dimensions } = await identity(signal);
      return `${model}/${dimensions}`;
    },
    async embed(texts, signal) {
      const { dimensions } = await identity(signal);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += EMBEDDED_MAX) {
        const batch = await ask(texts.slice(from, from + EMBEDDED_MAX), signal);
        vectors.push(...batch.vectors);
      }
      if (vectors.some((vector) => vector.length !== dimensions)) {
        // Another model answers now: the next call learns its name.
        known = null;
        throw badVector("has other dimensions than before");
      }
      return vectors;
    },
    async embedAs(tag, texts, signal) {
      const at = tag.lastIndexOf("/");
      const [model, dimensions] = [tag.slice(0, at), Number(tag.slice(at + 1))];
      if (!(await offers(options, agents, model, signal))) return null;
      const { vectors } = await ask(texts.slice(0, EMBEDDED_MAX), signal, model);
      return vectors.every((vector) => vector.length === dimensions) ? vectors : null;
    },
    async health(signal) {
      const limit = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
      const either = signal ? AbortSignal.any([signal, limit]) : limit;
      const url = `${serverRoot(options.url)}/health`;
      const call = { agents, url, apiKey: options.apiKey || undefined };
      try {
        const status = await callStatus({ ...call, signal: either });
        // Other servers with the same API have no such page.
        if (status !== 200 && status !== 404) return "down";
      } catch {
        return "down";
      }
      // No other request may come soon: whether a failure lasts is tested here.
      if (hasFailed) await ask([PROBE_TEXT], either).catch(() => undefined);
      return hasFailed ? "failing" : "ready";
    },
    close: async () => agents.destroy(),
  };
}

/** A server with one model answers to any name: only a listed name is reliable. */
async function offers(
  options: LlamaCppEmbedderOptions,
  agents: HttpAgents,
  model: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await listed(options, agents, signal)).includes(model);
}

/** The server's model names; none if it has no such list. */
async function listed(
  options: LlamaCppEmbedderOptions,
  agents: HttpAgents,
  signal: AbortSignal,
): Promise<string[]> {
  const url = `${serverRoot(options.url)}/v1/models`;
  const call = { agents, url, apiKey: options.apiKey || undefined, signal };
  return ((await readAbout(ModelList, call))?.data ?? []).map(({ id }) => id);
}

async function identify(
  options: LlamaCppEmbedderOptions,
  agents: HttpAgents,
  ask: AskBatch,
  signal: AbortSignal,
): Promise<Identity> {
  const { vectors, model } = await ask([PROBE_TEXT], signal);
  // The response repeats the requested name; the list has the server's own.
  const named = options.model || (await listed(options, agents, signal))[0] || model;
  return { model: named, dimensions: vectors[0]?.length ?? 0 };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

interface EmbeddedBatch {
  vectors: Float32Array[];
  /** The server's name for its model. */
  model: string;
}

async function embedBatch(
  options: LlamaCppEmbedderOptions,
  agents: HttpAgents,
  input: string[],
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  const url = `${serverRoot(options.url)}/v1/embeddings`;
  const body = { model: options.model || UNNAMED, input, encoding_format: "base64" };
  const call = { agents, url, apiKey: options.apiKey || undefined, body, signal };
  const answer = await callWithin(Embeddings, call, options.timeoutMs ?? TIMEOUT_MS, "embedding");
  return { vectors: toVectors(answer, input.length), model: answer.model ?? UNNAMED };
}

/** In the order of the texts: by `index` if present, not by position in the response. */
function toVectors({ data }: z.infer<typeof Embeddings>, count: number): Float32Array[] {
  if (data.length !== count) throw badVector(`count is ${data.length} instead of ${count}`);
  const byText = new Map(data.map(({ index, embedding }, at) => [index ?? at, embedding]));
  return data.map((_, text) => {
    const embedding = byText.get(text);
    if (embedding === undefined) throw badVector("of a text is missing");
    return toUnit(decodeVector(embedding));
  });
}
