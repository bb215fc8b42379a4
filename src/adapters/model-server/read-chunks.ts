import { setImmediate } from "node:timers/promises";
import type { FinishReason, ModelEvent, ModelUsage } from "../../ports/chat-model.ts";
import { AnswerCut, PromptTooLong } from "../../errors.ts";
import { AnswerTooLong, fromAnswer } from "./model-errors.ts";
import type { Limits } from "./limits.ts";
import type { Measure } from "./speeds.ts";
import { ThoughtSplitter } from "./thought-splitter.ts";
import { CallNumbers } from "./call-numbers.ts";
import { Chunk, type Delta, type Timings, type Usage } from "./wire.ts";

/** What answers reveal about their server. */
export interface AnswerTraits {
  tellsUsage: boolean | null;
  /** Whether it reports its cache hits. */
  tellsCache: boolean;
  thought: "field" | "tags" | null;
  /** Answers begin inside reasoning, which only `</think>` ends. */
  beginsInThought: boolean;
  /** Answers that ended at their limit before a word was said. */
  overthought: number;
  /** Its answers have a finish reason. */
  tellsFinish: boolean;
}

export const UNKNOWN_TRAITS: Readonly<AnswerTraits> = {
  tellsUsage: null,
  tellsCache: false,
  thought: null,
  beginsInThought: false,
  overthought: 0,
  tellsFinish: false,
};

/** Of text and tool calls, characters; the longest answer that may be requested is 131,072 tokens. */
const SAID_CHARS_MAX = 400_000;
const THOUGHT_CHARS_MAX = 1_000_000;
/** A server that ignores the token limit is cut off; some send less than a token per chunk. */
const CHUNKS_PER_TOKEN_MAX = 4;
/** Characters of thought that any request may have, and more for each token that it asks for. */
const SHORT_THOUGHT_CHARS_MAX = 100_000;
const THOUGHT_CHARS_PER_TOKEN_MAX = 16;
/** Chunks without a token: prompt progress, usage. */
const OTHER_CHUNKS_MAX = 10_000;

/** A shorter limit leaves no model room to think. */
export const THOUGHT_TOKENS_MIN = 1_000;

/** The end of an answer that says the same over and over, again and again in at most so many characters. */
const LOOP_CHARS = 2_000;
const PERIOD_CHARS_MAX = LOOP_CHARS / 4;
const ALIKE_CHARS = 50;

export interface Reading {
  /** The model's, if known. */
  name: string;
  /** The requested limit. */
  tokensMax: number;
  /** Tools were offered. Some models call one nevertheless, which nobody could answer. */
  hasTools: boolean;
  /** A person may want the same a hundred times; elsewhere a model that repeats itself is stuck, often in white space. */
  mayRepeat: boolean;
  /** A schema may keep a model from thinking. */
  hasSchema: boolean;
  limits: Limits;
  measure: Measure;
}

/** A server with the whole answer ready sends it fast enough to starve other work. */
const CHUNKS_AT_ONCE = 200;

/**
 * The chunks of a stream, or a whole answer, as the port's events. The usage arrives in its own chunk after the finish
 * reason, so `finish` is held back until the stream ends. A stream without a finish reason was cut, unless it ends in order and
 * the server never gives one. Output beyond a limit ends with `length`, as at the model's own limit; rejects with
 * `AnswerTooLong` if there was none before.
 */
export async function* readChunks(
  chunks: AsyncIterable<unknown>,
  { name, tokensMax, hasTools, mayRepeat, hasSchema, limits, measure }: Reading,
  traits: AnswerTraits,
): AsyncGenerator<ModelEvent> {
  const splitter = new ThoughtSplitter(traits.beginsInThought);
  const calls = new CallNumbers();
  let reason: FinishReason | null = null;
  let usage: ModelUsage | null = null;
  let model = name;
  let chunksLeft = tokensMax * CHUNKS_PER_TOKEN_MAX + OTHER_CHUNKS_MAX;
  const thoughtMax = Math.min(
    THOUGHT_CHARS_MAX,
    SHORT_THOUGHT_CHARS_MAX + tokensMax * THOUGHT_CHARS_PER_TOKEN_MAX,
  );
  let [said, thought] = [0, 0];
  let [tail, unread] = ["", 0];
  let isCut = false;
  let hasFailed = false;
  try {
    for await (const value of chunks) {
      limits.progressed();
      chunksLeft -= 1;
      if (chunksLeft % CHUNKS_AT_ONCE === 0) await setImmediate();
      const chunk = Chunk.safeParse(value).data ?? {};
      if (chunk.error !== undefined) throw fromAnswer(undefined, value);
      if (chunk.timings !== undefined) measure.timed(chunk.timings);
      model = chunk.model ?? model;
      usage = usageOf(chunk.usage, chunk.timings) ?? usage;
      traits.tellsCache ||= (chunk.usage?.prompt_tokens_details ?? chunk.timings) !== undefined;
      const choice = chunk.choices?.find(({ index = 0 }) => index === 0);
      // Some repeat the whole message at the end, some send an empty delta with it.
      const isFirst = said + thought === 0 && saysNothing(choice?.delta);
      const delta = (isFirst ? choice?.message : undefined) ?? choice?.delta;
      const tokens = choice?.logprobs?.content ?? [];
      // A thought is no part of the message.
      if (delta?.content && tokens.length > 0) yield { type: "logprobs", tokens };
      for (const event of deltaEvents(delta, { splitter, calls, traits })) {
        const chars = charsOf(event);
        const isThought = event.type === "reasoning";
        if (isThought ? thought + chars > thoughtMax : said + chars > SAID_CHARS_MAX)
          throw new AnswerTooLong();
        if (hasTools || event.type !== "tool_calls") yield event;
        if (isThought) thought += chars;
        else said += chars;
        if (mayRepeat || !("text" in event)) continue;
        tail = (tail + event.text).slice(-LOOP_CHARS);
        unread += chars;
        if (unread < PERIOD_CHARS_MAX) continue;
        if (isLoop(tail)) throw new AnswerTooLong();
        unread = 0;
      }
      hasFailed ||= FAILED.test(choice?.finish_reason ?? "");
      reason = finishReason(choice?.finish_reason) ?? reason;
      if (reason !== null) {
        traits.tellsFinish = true;
        limits.finished();
      }
      if (chunksLeft < 0) throw new AnswerTooLong();
    }
  } catch (error) {
    isCut = (error instanceof AnswerTooLong || error instanceof PromptTooLong) && said + thought > 0;
    if (isCut) reason = "length";
    // The answer is complete: a connection lost between the finish reason and `[DONE]` costs only the usage.
    if (reason === null) throw error;
  }
  if (reason === null && (traits.tellsFinish || hasFailed || said + thought === 0)) throw new AnswerCut();
  reason ??= "stop";
  yield* splitter.end(reason === "stop");
  if (splitter.hasThought) traits.thought = "tags";
  // An answer that was cut, or that a schema began, says nothing about others.
  if (splitter.closedUnopened || (reason === "stop" && !hasSchema))
    traits.beginsInThought = splitter.closedUnopened;
  if (reason === "length" && said === 0 && tokensMax >= THOUGHT_TOKENS_MIN) traits.overthought += 1;
  if (!isCut) traits.tellsUsage = usage !== null;
  // Many servers end a stream of calls with `stop`, and some end one without calls with `tool_calls`.
  if (reason !== "length") reason = hasTools && calls.hasAny ? "tool_calls" : "stop";
  const delta = reason === "tool_calls" ? calls.rest() : [];
  if (delta.length > 0) yield { type: "tool_calls", delta };
  yield { type: "finish", reason, usage, model };
}

function isLoop(tail: string): boolean {
  const before = tail.lastIndexOf(tail.slice(-ALIKE_CHARS), tail.length - ALIKE_CHARS - 1);
  const period = tail.length - ALIKE_CHARS - before;
  const isShort = before >= 0 && period <= PERIOD_CHARS_MAX && tail.length === LOOP_CHARS;
  return isShort && tail.slice(period) === tail.slice(0, -period);
}

function saysNothing(delta: Delta | undefined): boolean {
  return !delta?.content && !delta?.reasoning && !delta?.reasoning_content && !delta?.tool_calls?.length;
}

function charsOf(event: ModelEvent): number {
  if ("text" in event) return event.text.length;
  return event.type === "tool_calls" ? JSON.stringify(event.delta).length : 0;
}

interface Parsing {
  splitter: ThoughtSplitter;
  calls: CallNumbers;
  traits: AnswerTraits;
}

function* deltaEvents(delta: Delta | undefined, { splitter, calls, traits }: Parsing): Generator<ModelEvent> {
  if (delta === undefined) return;
  const thought = delta.reasoning_content || delta.reasoning;
  if (thought) {
    traits.thought = "field";
    yield { type: "reasoning", text: thought };
  }
  if (delta.content) yield* splitter.push(delta.content);
  if (delta.tool_calls?.length)
    yield { type: "tool_calls", delta: delta.tool_calls.map((call, at) => calls.numbered(call, at)) };
}

/** Gateways pass the reasons of other APIs on; an answer that ended by a failure has none. */
const LENGTH = /^(?:length|max_tokens|model_length)$/i;
const NONE = /^(?:null|none)?$/i;
const FAILED = /^(?:error|abort|insufficient_system_resource)$/i;

function finishReason(reason: string | undefined): FinishReason | null {
  if (reason === undefined || NONE.test(reason) || FAILED.test(reason)) return null;
  if (LENGTH.test(reason)) return "length";
  return reason === "tool_calls" ? reason : "stop";
}

function usageOf(usage: Usage | undefined, timings: Timings | undefined): ModelUsage | null {
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? timings?.cache_n ?? 0;
  if (usage?.prompt_tokens !== undefined || usage?.completion_tokens !== undefined) {
    const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = usage;
    return { promptTokens, cachedTokens: Math.min(cached, promptTokens), completionTokens };
  }
  if (timings?.predicted_n === undefined) return null;
  const promptTokens = cached + (timings.prompt_n ?? 0);
  return { promptTokens, cachedTokens: cached, completionTokens: timings.predicted_n };
}
