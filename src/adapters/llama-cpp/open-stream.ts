import type { IncomingMessage } from "node:http";
import type OpenAI from "openai";
import type { Stream } from "openai/streaming";
import { type ByteWatch, type HttpAgents, openCall, watchedBytes } from "./http-call.ts";
import { errorAnswer } from "./json-call.ts";
import type { LlamaChunk } from "./wire.ts";

export interface StreamServer {
  agents: HttpAgents;
  root: string;
  apiKey: string | undefined;
}

interface StreamCall {
  body: Record<string, unknown>;
  watch: ByteWatch;
  signal: AbortSignal;
}

export type OpenStream = (call: StreamCall) => Promise<AsyncIterable<LlamaChunk>>;

/**
 * Opens chat streams: the openai package decodes what comes, and is imported with the first one (0.6 s). Its client is
 * left out: building a request with it and a `Response` around the answer takes 1.2 ms of every first token, and none
 * of what it adds is wanted here (retries, a timeout of its own, headers about this machine).
 */
export function createOpenStream({ agents, root, apiKey }: StreamServer): OpenStream {
  let decoder: Promise<typeof Stream> | null = null;
  const headers = {
    accept: "text/event-stream",
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async ({ body, watch, signal }) => {
    const decode = await (decoder ??= loadDecoder());
    signal.throwIfAborted();
    const url = new URL(`${root}/v1/chat/completions`);
    const answer = await openCall(
      { url, method: "POST", headers, body: JSON.stringify(body), signal },
      agents,
    );
    watch.bytesCame();
    if (answer.statusCode !== 200) throw await errorAnswer(answer);
    const response = { body: watchedBytes(answer, signal, watch) };
    // The decoder reads the body alone, and takes any async iterable for one.
    return decode.fromSSEResponse<LlamaChunk>(response as unknown as Response, closing(answer), SILENT);
  };
}

/** Without a logger the decoder does not print what it cannot read. */
const SILENT = {} as OpenAI;

/** The decoder aborts this when its reader stops early. */
function closing(answer: IncomingMessage): AbortController {
  const controller = new AbortController();
  controller.signal.addEventListener("abort", () => answer.destroy(), { once: true });
  return controller;
}

async function loadDecoder(): Promise<typeof Stream> {
  return (await import("openai/streaming")).Stream;
}
