/** Answers in exactly the recorded shapes (field order included) with other content. */
import { randomBytes } from "node:crypto";
import { eventsOf, readTranscript } from "./transcript.ts";

type Json = Record<string, unknown>;

const STREAM = eventsOf(readTranscript("03-chat-stream-usage"));
const WHOLE = JSON.parse(readTranscript("02-chat-nonstream").body.toString()) as Json;

export interface Counts {
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
}

export interface Identity {
  id: string;
  created: number;
}

export function newIdentity(): Identity {
  const id = randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "x").slice(0, 32);
  return { id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000) };
}

export function deltaChunk(who: Identity, delta: Json, logprobs: Json = {}): Json {
  return chunk(who, { finish_reason: null, index: 0, delta, ...logprobs });
}

/** As llama-server adds it to the chunk of each token. */
export function logprobsOf(token: string, tops: number): Json {
  const one = { id: 7, token, bytes: [...Buffer.from(token)], logprob: -0.25 };
  return { logprobs: { content: [{ ...one, top_logprobs: Array.from({ length: tops }, () => one) }] } };
}

export function finishChunk(who: Identity, reason: string): Json {
  return chunk(who, { finish_reason: reason, index: 0, delta: {} });
}

/** The last recorded chunk carries usage and timings, and no choice. */
export function usageChunk(who: Identity, counts: Counts): Json {
  const recorded = STREAM.at(-1) as Json;
  return { ...recorded, ...who, usage: usage(counts), timings: timings(recorded["timings"], counts) };
}

/** Without `include_usage` the timings sit on the finish chunk. */
export function finishChunkWithTimings(who: Identity, reason: string, counts: Counts): Json {
  return { ...finishChunk(who, reason), timings: timings((STREAM.at(-1) as Json)["timings"], counts) };
}

export function wholeAnswer(who: Identity, message: Json, reason: string, counts: Counts): Json {
  const choices = [{ finish_reason: reason, index: 0, message: { role: "assistant", ...message } }];
  return { ...WHOLE, ...who, choices, usage: usage(counts), timings: timings(WHOLE["timings"], counts) };
}

function chunk(who: Identity, choice: Json): Json {
  return { ...(STREAM[0] as Json), choices: [choice], ...who };
}

function usage(counts: Counts): Json {
  return {
    completion_tokens: counts.completionTokens,
    prompt_tokens: counts.promptTokens,
    total_tokens: counts.promptTokens + counts.completionTokens,
    prompt_tokens_details: { cached_tokens: counts.cachedTokens },
  };
}

function timings(recorded: unknown, counts: Counts): Json {
  return {
    ...(recorded as Json),
    cache_n: counts.cachedTokens,
    prompt_n: counts.promptTokens - counts.cachedTokens,
    predicted_n: counts.completionTokens,
  };
}
