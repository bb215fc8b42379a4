import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { JSON_DEPTH_MAX, jsonShape } from "../../domain/model/json-shape.ts";
import { EngramError } from "../../errors.ts";
import { bodyOf, type HttpAgents, openCall } from "./http-call.ts";
import { endpoint, keyHeader, serverAddress, serverRoot } from "./base-url.ts";
import { AnswerTooLong, fromAnswer, toModelError } from "./model-errors.ts";

export interface JsonCall {
  agents: HttpAgents;
  url: string;
  apiKey: string | undefined;
  signal: AbortSignal;
  /** Sent as POST if present. */
  body?: unknown;
}

/** Calls to one server. `url`: with or without `/v1`; an empty key is none. */
export function callsTo({ url, apiKey }: { url: string; apiKey?: string | undefined }, agents: HttpAgents) {
  const root = serverRoot(url);
  return (path: string, signal: AbortSignal, body?: unknown): JsonCall => ({
    agents,
    url: endpoint(root, path),
    apiKey: apiKey || undefined,
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

/** The largest response accepted (a batch of 32 float vectors of 4,096 dimensions is about 3 MB). */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** For a server's info about itself. */
const ABOUT_BYTES_MAX = 2 * 1024 * 1024;

/** Objects and lists in one response: each takes far more memory than its two characters. */
const CONTAINERS_MAX = 50_000;

async function callJson<T extends z.ZodType>(shape: T, call: JsonCall): Promise<z.infer<T>> {
  const answer = await send(call);
  if (answer.statusCode !== 200) throw await errorAnswer(answer);
  const { data } = shape.safeParse(parseAnswer(await readBounded(bodyOf(answer))));
  if (data === undefined)
    throw new EngramError("model_error", "The model server's answer is not as it should");
  return data;
}

/**
 * One JSON exchange outside of the chat, within a time limit. Rejects with the signal's reason if aborted, with an
 * `EngramError` otherwise: for an error response, and for one of the wrong shape.
 */
export async function callWithin<T extends z.ZodType>(
  shape: T,
  call: JsonCall,
  timeoutMs: number,
  server: string,
): Promise<z.infer<T>> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await callJson(shape, { ...call, signal: AbortSignal.any([call.signal, limit]) });
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (limit.aborted) throw new EngramError("model_timeout", `The ${server} server did not answer in time`);
    throw toModelError(error, serverAddress(call.url), false);
  }
}

/** A server's info about itself: the status, and the body if it is JSON. Rejects if there was no response. */
export async function callAbout(call: JsonCall): Promise<{ status: number; body: unknown }> {
  const answer = await send(call);
  const text = await readBounded(bodyOf(answer), ABOUT_BYTES_MAX);
  return { status: statusOf(answer), body: parse(text) };
}

/** The body of a 200 in the expected shape; null for anything else. */
export async function readAbout<T extends z.ZodType>(shape: T, call: JsonCall): Promise<z.infer<T> | null> {
  const answer = await callAbout(call).catch(() => null);
  return answer?.status === 200 ? (shape.safeParse(answer.body).data ?? null) : null;
}

/** The error for an unexpected response. Reads it to its end. */
export async function errorAnswer(answer: IncomingMessage): Promise<EngramError> {
  const text = await readBounded(bodyOf(answer), ABOUT_BYTES_MAX);
  return fromAnswer(statusOf(answer), parse(text) ?? text);
}

function send({ agents, url, apiKey, body, signal }: JsonCall): Promise<IncomingMessage> {
  const headers = {
    ...keyHeader(apiKey),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const method = body === undefined ? "GET" : "POST";
  const text = body === undefined ? undefined : JSON.stringify(body);
  return openCall({ url: new URL(url), method, headers, body: text, signal }, agents);
}

function statusOf(answer: IncomingMessage): number {
  return answer.statusCode ?? 500;
}

/** Decompressed text up to this many bytes; a longer one is a `model_error`. */
export async function readBounded(body: AsyncIterable<Buffer>, bytesMax = ANSWER_BYTES_MAX): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > bytesMax) throw new AnswerTooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Undefined if it is not JSON, or built to exhaust memory. */
function parse(text: string): unknown {
  const { depth, containers } = jsonShape(text);
  if (depth > JSON_DEPTH_MAX || containers > CONTAINERS_MAX) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws `model_error` if it is not readable JSON. */
export function parseAnswer(text: string): unknown {
  const value = parse(text);
  if (value === undefined)
    throw new EngramError("model_error", "The model server's answer is no JSON that can be read");
  return value;
}
