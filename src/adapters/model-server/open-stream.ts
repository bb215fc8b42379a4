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
    watch.bytesAwaited();
    const answer = await openCall(
      { url, method: "POST", headers, body: JSON.stringify(body, wellFormed), signal },
      agents,
    );
    if (answer.statusCode !== 200) throw await errorAnswer(answer);
    watch.bytesCame();
    const rest = watchedBytes(answer, signal, watch);
    const first = await beginningOf(rest);
    const isWhole = WHOLE.test(first.toString("latin1"));
    const bytes = startingWith(first, rest);
    return { chunks: isWhole ? wholeAnswer(bytes) : readEvents(bytes), isWhole };
  };
}

/** Programs, and MCP servers, cut descriptions of tools in the middle of an emoji: servers refuse the half as JSON. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;

/** JSON or a page. Its first character shows it: some gateways give a stream the type of JSON, or JSON that of a stream. */
const WHOLE = /^\s*[{[<]/;
const SPACE_BYTES_MAX = 64 * 1024;

/** Up to its first character that is no space. */
async function beginningOf(bytes: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first = Buffer.of();
  while (first.length < SPACE_BYTES_MAX && first.toString("latin1").trim() === "") {
    const next = await bytes.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return first;
}

export async function* startingWith<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* wholeAnswer(bytes: AsyncIterable<Buffer>): AsyncGenerator {
  yield parseAnswer(await readBounded(bytes));
}
