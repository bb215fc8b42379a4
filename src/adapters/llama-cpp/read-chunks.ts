import type { FinishReason, ModelEvent, ModelUsage } from "../../ports/chat-model.ts";
import { streamCut } from "./model-errors.ts";
import type { LlamaChunk, LlamaDelta, LlamaTimings, LlamaUsage } from "./wire.ts";

/** Told what a stream says beside the answer. */
export interface ChunkWatch {
  /** A piece of the answer came, or of the prompt was read. */
  progressed(): void;
  timed(timings: LlamaTimings): void;
}

/**
 * The stream's chunks as the port's events. The usage comes in a chunk of its own after the finish reason, so
 * `finish` is held back until the stream is over. A stream without a finish reason was cut.
 */
export async function* readChunks(
  chunks: AsyncIterable<LlamaChunk>,
  name: string,
  watch: ChunkWatch,
): AsyncGenerator<ModelEvent> {
  let reason: FinishReason | null = null;
  let usage: ModelUsage | null = null;
  let model = name;
  try {
    for await (const chunk of chunks) {
      watch.progressed();
      if (chunk.timings !== undefined) watch.timed(chunk.timings);
      model = chunk.model ?? model;
      usage = usageOf(chunk) ?? usage;
      const choice = chunk.choices?.find((one) => (one.index ?? 0) === 0);
      if (choice?.delta !== undefined) yield* deltaEvents(choice.delta);
      reason = finishReason(choice?.finish_reason) ?? reason;
    }
  } catch (error) {
    // The whole answer is there: a connection lost between the finish reason and `[DONE]` costs only the usage.
    if (reason === null) throw error;
  }
  if (reason === null) throw streamCut();
  yield { type: "finish", reason, usage, model };
}

function* deltaEvents(delta: LlamaDelta): Generator<ModelEvent> {
  if (delta.reasoning_content) yield { type: "reasoning", text: delta.reasoning_content };
  if (delta.content) yield { type: "delta", text: delta.content };
  if (delta.tool_calls) yield { type: "tool_calls", delta: delta.tool_calls };
}

function finishReason(reason: string | null | undefined): FinishReason | null {
  if (!reason) return null;
  return reason === "length" || reason === "tool_calls" ? reason : "stop";
}

function usageOf(chunk: LlamaChunk): ModelUsage | null {
  if (chunk.usage) return fromUsage(chunk.usage, chunk.timings);
  return chunk.timings?.predicted_n === undefined ? null : fromTimings(chunk.timings);
}

function fromUsage(usage: LlamaUsage, timings: LlamaTimings | undefined): ModelUsage {
  return {
    promptTokens: usage.prompt_tokens ?? 0,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? timings?.cache_n ?? 0,
    completionTokens: usage.completion_tokens ?? 0,
  };
}

function fromTimings(timings: LlamaTimings): ModelUsage {
  const cachedTokens = timings.cache_n ?? 0;
  return {
    promptTokens: cachedTokens + (timings.prompt_n ?? 0),
    cachedTokens,
    completionTokens: timings.predicted_n ?? 0,
  };
}
