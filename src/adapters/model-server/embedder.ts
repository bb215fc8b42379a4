import type { z } from "zod";
import type { Embedder } from "../../ports/embedder.ts";
import { createAgents } from "./http-call.ts";
import { RequestRefused } from "./model-errors.ts";
import { callAbout, callsTo, callWithin, readAbout } from "./json-call.ts";
import { UNNAMED } from "./server-info.ts";
import { embeddingModel } from "./server-models.ts";
import { EMBEDDED_MAX, Embeddings, ModelList, type Vector } from "./wire.ts";
import { EngramError, PromptTooLong } from "../../errors.ts";

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
/** A text that is too long is not cut below this. */
const TEXT_CHARS_MIN = 100;

/** Its vector only shows the dimensions, or that the server works again. */
const PROBE_TEXT = "Engram";

interface Identity {
  model: string;
  dimensions: number;
}

/** Connects on first use, and requests one vector to learn model and dimensions. */
export function createLlamaCppEmbedder(options: LlamaCppEmbedderOptions): Embedder {
  const agents = createAgents();
  const call = callsTo(options, agents);
  let known: Identity | null = null;
  /** The model's name; without a configured one, as the server lists it. */
  let served = options.model;
  let hasFailed = false;
  /** Some servers refuse to be asked for base64; they send numbers. */
  let format: { encoding_format?: string } = { encoding_format: "base64" };
  const send = async (body: object, signal: AbortSignal): Promise<z.infer<typeof Embeddings>> => {
    const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    const post = (asked: object) =>
      callWithin(Embeddings, call("/v1/embeddings", signal, asked), timeoutMs, "embedding");
    try {
      return await post({ ...body, ...format });
    } catch (error) {
      if (!(error instanceof RequestRefused) || format.encoding_format === undefined) throw error;
      const answer = await post(body);
      format = {};
      return answer;
    }
  };
  /** With the model that is served, or the named one; `model` is the server's name for it. */
  const ask = async (
    input: string[],
    signal: AbortSignal,
    model = served,
  ): Promise<{ vectors: Float32Array[]; model: string }> => {
    try {
      // A text may have been cut in the middle of an emoji.
      const texts = input.map((text) => text.toWellFormed());
      const answer = await send({ model: model || UNNAMED, input: texts }, signal);
      const batch = { vectors: toVectors(answer, input.length), model: answer.model ?? UNNAMED };
      hasFailed = false;
      return batch;
    } catch (error) {
      // A cancelled request says nothing about the server; a timeout does.
      hasFailed ||= !signal.aborted || isTimeout(signal.reason);
      // It may serve another model from now on.
      if (options.model === "" && error instanceof EngramError && error.code === "model_unavailable")
        [served, known] = ["", null];
      throw error;
    }
  };
  let batchMax = EMBEDDED_MAX;
  /**
   * A batch; in halves if it is refused, as some servers take no more than ten texts. After one that took too long, the next are
   * smaller. Of a text that is too long for the model, the beginning is embedded.
   */
  const askBatch = async (texts: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    try {
      return (await ask(texts, signal)).vectors;
    } catch (error) {
      const isTooLong = error instanceof PromptTooLong;
      const [first = ""] = texts;
      if (isTooLong && texts.length === 1 && first.length > TEXT_CHARS_MIN)
        return askBatch([first.slice(0, first.length / 2)], signal);
      const half = Math.ceil(texts.length / 2);
      if (error instanceof EngramError && error.code === "model_timeout") batchMax = Math.min(batchMax, half);
      const isRefused = error instanceof RequestRefused || isTooLong;
      if (!isRefused || texts.length === 1) throw error;
      const vectors = await askBatch(texts.slice(0, half), signal);
      vectors.push(...(await askBatch(texts.slice(half), signal)));
      if (!isTooLong) batchMax = Math.min(batchMax, half);
      return vectors;
    }
  };
  /** The server's model names; none if it has no such list. */
  const listed = async (signal: AbortSignal): Promise<string[]> =>
    ((await readAbout(ModelList, call("/v1/models", signal)))?.data ?? []).map(({ id }) => id);
  const identify = async (signal: AbortSignal): Promise<Identity> => {
    served ||= await embeddingModel((path, body) => call(path, signal, body));
    const { vectors, model } = await ask([PROBE_TEXT], signal);
    // The response repeats the requested name; the list has the server's own.
    return { model: served || model, dimensions: vectors[0]?.length ?? 0 };
  };
  const identity = async (signal: AbortSignal): Promise<Identity> => (known ??= await identify(signal));
  return {
    async tag(signal) {
      const { model, dimensions } = await identity(signal);
      return `${model}/${dimensions}`;
    },
    async embed(texts, signal) {
      const { dimensions } = await identity(signal);
      const vectors: Float32Array[] = [];
      while (vectors.length < texts.length) {
        const { length } = vectors;
        vectors.push(...(await askBatch(texts.slice(length, length + batchMax), signal)));
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
      // A server with one model answers to any name: only a listed name is reliable.
      if (!(await listed(signal)).includes(model)) return null;
      const { vectors } = await ask(texts.slice(0, EMBEDDED_MAX), signal, model);
      return vectors.every((vector) => vector.length === dimensions) ? vectors : null;
    },
    async health(signal) {
      const within = (ms: number): AbortSignal =>
        AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(ms)]);
      // Other servers with the same API have no such page, or one that takes long: LiteLLM's proxy asks all its models first.
      const page = await callAbout(call("/health", within(HEALTH_TIMEOUT_MS / 2))).catch(() => null);
      const status = page?.status ?? null;
      if (status !== null && status >= 500 && status !== 501) return "down";
      if (hasFailed || status === null) {
        // No other request may come soon: whether a failure lasts is tested here.
        const probe = await ask([PROBE_TEXT], within(HEALTH_TIMEOUT_MS / 2)).catch(() => null);
        if (probe === null && status === null) return "down";
      }
      return hasFailed ? "failing" : "ready";
    },
    close: async () => agents.destroy(),
  };
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

/**
 * In the order of the texts: by `index`, else by position in the response. Indices that do not number the texts are wrong, not
 * the vectors: some servers give each 0, or count on from another request.
 */
function toVectors({ data }: z.infer<typeof Embeddings>, count: number): Float32Array[] {
  if (data.length !== count) throw badVector(`count is ${data.length} instead of ${count}`);
  const vectors = data.map(({ embedding }) => toUnit(decodeVector(embedding)));
  const byText = new Map(data.map(({ index }, at) => [index ?? at, vectors[at]]));
  const ordered = vectors.flatMap((_, text) => byText.get(text) ?? []);
  return ordered.length === count ? ordered : vectors;
}

function decodeVector(embedding: Vector): Float32Array {
  if (typeof embedding !== "string") return Float32Array.from(embedding);
  const { buffer, byteLength } = Uint8Array.from(Buffer.from(embedding, "base64"));
  if (byteLength % Float32Array.BYTES_PER_ELEMENT !== 0) throw badVector("is cut");
  return new Float32Array(buffer);
}

/** The vector at length one. A zero or broken vector is an error: it would be equally near to everything. */
function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw badVector("is zero or not finite");
  return vector.map((value) => value / length);
}

function badVector(what: string): EngramError {
  return new EngramError("model_error", `The embedding ${what}`);
}
