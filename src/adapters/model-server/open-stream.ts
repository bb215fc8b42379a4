import type { IncomingMessage } from "node:http";
import { type ByteWatch, type HttpAgents, openCall, watchedBytes } from "./http-call.ts";
import { endpoint, keyHeader } from "./base-url.ts";
import { errorAnswer, parseAnswer, readBounded } from "./json-call.ts";
import { readEvents } from "./sse.ts";

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

export interface OpenedAnswer {
  /** JSON values. */
  chunks: AsyncGenerator;
  /** The server ignores `stream: true`: one value is the whole answer. */
  isWhole: boolean;
}

export type OpenStream = (call: StreamCall) => Promise<OpenedAnswer>;

/** Opens chat streams. Rejects with an `EngramError` for an error response. */
export function createOpenStream({ agents, root, apiKey }: StreamServer): OpenStream {
  const headers = {
    accept: "text/event-stream",
    "content-type": "application/json",
    ...keyHeader(apiKey),
  };
  return async ({ body, watch, signal }) => {
    const url = new URL(endpoint(root, "/v1/chat/completions"));
    const answer = await openCall(
      { url, method: "POST", headers, body: JSON.stringify(body), signal },
      agents,
    );
    watch.bytesCame();
    if (answer.statusCode !== 200) throw await errorAnswer(answer);
    const bytes = watchedBytes(answer, signal, watch);
    return isJson(answer)
      ? { chunks: wholeAnswer(bytes), isWhole: true }
      : { chunks: readEvents(bytes), isWhole: false };
  };
}

function isJson(answer: IncomingMessage): boolean {
  return answer.headers["content-type"]?.startsWith("application/json") === true;
}

async function* wholeAnswer(bytes: AsyncIterable<Buffer>): AsyncGenerator {
  yield parseAnswer(await readBounded(bytes));
}
