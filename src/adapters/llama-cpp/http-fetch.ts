/**
 * A `fetch` over `node:http` for the openai client. The built-in fetch will not do: it gives up after 300 s without
 * headers (a queued request gets none), hides when bytes come (the client's SSE decoder swallows `:` pings), and
 * does not say whether a reset happened before the first byte.
 */
import http from "node:http";
import https from "node:https";
import { isReset } from "./model-errors.ts";

/** Told when bytes are awaited and when they come. */
export interface ByteWatch {
  bytesAwaited(): void;
  bytesCame(): void;
}

export interface HttpAgents {
  http: http.Agent;
  https: https.Agent;
  destroy(): void;
}

export function createAgents(): HttpAgents {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  return {
    ...agents,
    destroy() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Call {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal | undefined;
}

/** What a request may bring beside the usual: who watches its bytes. */
export interface Watched {
  watch?: ByteWatch;
}

const UNWATCHED: ByteWatch = { bytesAwaited: () => {}, bytesCame: () => {} };

/** Redirects are not followed and only string bodies are taken: llama-server needs no more. */
export function createHttpFetch(agents: HttpAgents): typeof fetch {
  return async (input, init?: RequestInit & Watched) => {
    const call = toCall(input, init);
    const pooled = call.url.protocol === "https:" ? agents.https : agents.http;
    return toResponse(await openWithRetry(call, pooled), call.signal, init?.watch ?? UNWATCHED);
  };
}

function toCall(input: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1]): Call {
  const body = init?.body ?? undefined;
  if (body !== undefined && typeof body !== "string") throw new TypeError("Only string bodies are supported");
  return {
    url: new URL(input instanceof Request ? input.url : input),
    method: init?.method ?? "GET",
    headers: Object.fromEntries(new Headers(init?.headers)),
    body,
    signal: init?.signal ?? undefined,
  };
}

/**
 * Exactly one retry, on a fresh socket, and only when the socket was reset before any byte of the answer came:
 * llama-server closes idle sockets after 5 s, which races with the next request. Nothing can have been shown yet.
 */
async function openWithRetry(call: Call, agent: http.Agent): Promise<http.IncomingMessage> {
  try {
    return await open(call, agent);
  } catch (error) {
    if (call.signal?.aborted === true || !isReset(error)) throw error;
    return open(call, false);
  }
}

/** Resolves with the headers. An abort destroys the socket at once, before and after that. */
function open(call: Call, agent: http.Agent | false): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (call.signal?.aborted === true) return reject(reasonOf(call.signal));
    const send = call.url.protocol === "https:" ? https.request : http.request;
    const request = send(call.url, { method: call.method, headers: headersOf(call), agent });
    const abort = (): void => void request.destroy(reasonOf(call.signal));
    call.signal?.addEventListener("abort", abort, { once: true });
    request.on("close", () => call.signal?.removeEventListener("abort", abort));
    request.on("response", resolve);
    request.on("error", reject);
    request.end(call.body);
  });
}

function headersOf(call: Call): Record<string, string> {
  const length = call.body === undefined ? {} : { "content-length": String(Buffer.byteLength(call.body)) };
  return { ...call.headers, ...length };
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error("Aborted", { cause: reason });
}

function toResponse(
  message: http.IncomingMessage,
  signal: AbortSignal | undefined,
  watch: ByteWatch,
): Response {
  watch.bytesCame();
  const status = message.statusCode ?? 500;
  const headers = Object.entries(message.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return new Response(toBody(message, signal, watch), { status, headers });
}

/** Pulls: the watch sees a wait only while the reader wants bytes. */
function toBody(
  message: http.IncomingMessage,
  signal: AbortSignal | undefined,
  watch: ByteWatch,
): ReadableStream<Uint8Array> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        watch.bytesAwaited();
        const next = await chunks.next().catch((error: unknown) => {
          throw signal?.aborted === true ? reasonOf(signal) : error;
        });
        watch.bytesCame();
        if (next.done === true) controller.close();
        else controller.enqueue(new Uint8Array(next.value));
      },
      cancel() {
        message.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
