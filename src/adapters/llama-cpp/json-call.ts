import { createHttpFetch, type HttpAgents } from "./http-fetch.ts";
import { fromAnswer } from "./model-errors.ts";
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
  const response = await send(call);
  const text = await readBounded(response);
  if (!response.ok) throw fromAnswer(response.status, errorIn(text));
  return parse(text) as T;
}

/** The status alone; the body is dropped. */
export async function callStatus(call: JsonCall): Promise<number> {
  const response = await send(call);
  await readBounded(response);
  return response.status;
}

function send(call: JsonCall): Promise<Response> {
  const headers = {
    ...(call.apiKey === undefined ? {} : { authorization: `Bearer ${call.apiKey}` }),
    ...(call.body === undefined ? {} : { "content-type": "application/json" }),
  };
  const method = call.body === undefined ? "GET" : "POST";
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  return createHttpFetch(call.agents)(call.url, { method, headers, body, signal: call.signal });
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw fromAnswer(response.status, {});
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
