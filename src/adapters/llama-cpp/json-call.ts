import type { IncomingMessage } from "node:http";
import type { EngramError } from "../../errors.ts";
import { type HttpAgents, openCall } from "./http-call.ts";
import { serverAddress } from "./base-url.ts";
import { fromAnswer, modelSilent, toModelError } from "./model-errors.ts";
import type { LlamaError } from "./wire.ts";

export interface JsonCall {
  agents: HttpAgents;
  url: string;
  apiKey: string | undefined;
  signal: AbortSignal;
  /** Posted when there. */
  body?: unknown;
}

/** The largest answer taken (a batch of 32 float vectors of 4,096 dimensions is about 3 MB). */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

/** One small JSON exchange outside of the chat. Rejects with an `EngramError` for an error answer. */
export async function callJson<T>(call: JsonCall): Promise<T> {
  const answer = await send(call);
  if (answer.statusCode !== 200) throw await errorAnswer(answer);
  return parse(await readBounded(answer)) as T;
}

/** The same within a time. Rejects with the signal's reason when aborted, with an `EngramError` otherwise. */
export async function callWithin<T>(call: JsonCall, timeoutMs: number, server: string): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await callJson<T>({ ...call, signal: AbortSignal.any([call.signal, limit]) });
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason;
    if (limit.aborted) throw modelSilent(`The ${server} server did not answer in time`);
    throw toModelError(error, serverAddress(call.url), false);
  }
}

/** The status alone; the body is dropped. */
export async function callStatus(call: JsonCall): Promise<number> {
  const answer = await send(call);
  await readBounded(answer);
  return statusOf(answer);
}

/** What an answer that is none of the wanted ones means. Reads it to its end. */
export async function errorAnswer(answer: IncomingMessage): Promise<EngramError> {
  return fromAnswer(statusOf(answer), errorIn(await readBounded(answer)));
}

function send({ agents, url, apiKey, body, signal }: JsonCall): Promise<IncomingMessage> {
  const headers = {
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const method = body === undefined ? "GET" : "POST";
  const text = body === undefined ? undefined : JSON.stringify(body);
  return openCall({ url: new URL(url), method, headers, body: text, signal }, agents);
}

function statusOf(answer: IncomingMessage): number {
  return answer.statusCode ?? 500;
}

async function readBounded(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw fromAnswer(statusOf(answer), {});
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function errorIn(text: string): LlamaError {
  const body = Object(parse(text, {})) as { error?: LlamaError };
  return body.error ?? {};
}

function parse(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (otherwise !== undefined) return otherwise;
    throw fromAnswer(200, {}, error);
  }
}
