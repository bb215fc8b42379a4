/**
 * Requests over `node:http`. The built-in fetch does not work: it gives up after 300 s without headers (a queued request
 * gets none), hides when bytes arrive (an SSE decoder swallows `:` pings), and does not show whether a reset happened
 * before the first byte.
 */
import http from "node:http";
import https from "node:https";
import { pipeline, type Duplex, type Readable } from "node:stream";
import zlib from "node:zlib";
import { MODEL_CLIENT } from "../../ports/chat-model.ts";
import { isReset } from "./model-errors.ts";

/** Notified when bytes are awaited and when they arrive. */
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

export interface Call {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** A stale socket is reset at once; a later reset means the request crashed the server, milliseconds. */
const STALE_MS_MAX = 1_000;

/**
 * Resolves with the response headers. Redirects are not followed. Exactly one retry, on a fresh socket, and only if a
 * reused socket was reset before any byte of the response arrived: llama-server closes idle sockets after 5 s, which
 * races with the next request. Nothing can have been shown yet. A reset on a fresh socket means the request crashed the
 * server: it is not resent.
 */
export async function openCall(call: Call, agents: HttpAgents): Promise<http.IncomingMessage> {
  const agent = call.url.protocol === "https:" ? agents.https : agents.http;
  const started = performance.now();
  const socket = { isReused: false };
  try {
    return await open(call, agent, socket);
  } catch (error) {
    const isLate = performance.now() - started > STALE_MS_MAX;
    if (call.signal.aborted || isLate || !socket.isReused || !isReset(error)) throw error;
    return open(call, false);
  }
}

/** Resolves with the headers. An abort destroys the socket at once, before and after that. */
function open(
  call: Call,
  agent: http.Agent | false,
  socket?: { isReused: boolean },
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (call.signal.aborted) return reject(reasonOf(call.signal));
    const send = call.url.protocol === "https:" ? https.request : http.request;
    const request = send(call.url, { method: call.method, headers: headersOf(call), agent });
    let answer: http.IncomingMessage | undefined;
    // The socket of a complete response is on its way back to the agent: an error there would have no handler.
    const abort = (): void => {
      if (answer?.complete !== true) request.destroy(reasonOf(call.signal));
    };
    call.signal.addEventListener("abort", abort, { once: true });
    request.on("close", () => call.signal.removeEventListener("abort", abort));
    request.on("response", (message) => resolve((answer = message)));
    request.on("error", (error) => {
      if (socket !== undefined) socket.isReused = request.reusedSocket;
      reject(error);
    });
    request.end(call.body);
  });
}

function headersOf(call: Call): Record<string, string> {
  const length = call.body === undefined ? {} : { "content-length": String(Buffer.byteLength(call.body)) };
  // Cloudflare and others refuse requests without a user agent.
  return { "user-agent": MODEL_CLIENT, ...call.headers, "accept-encoding": "identity", ...length };
}

const DECODERS: Record<string, () => Duplex> = {
  gzip: () => zlib.createGunzip(),
  "x-gzip": () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};

/** The decompressed bytes of a response: some servers compress unasked. The reader must bound them. */
export function bodyOf(message: http.IncomingMessage): Readable {
  const decoder = DECODERS[message.headers["content-encoding"]?.toLowerCase() ?? ""]?.();
  // An error in either stream reaches the reader of the last one.
  return decoder === undefined ? message : pipeline(message, decoder, () => undefined);
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error("Aborted", { cause: reason });
}

/** The bytes of a response; the watch counts a wait only while the reader wants bytes. An abort rejects with its reason. */
export async function* watchedBytes(
  message: http.IncomingMessage,
  signal: AbortSignal,
  watch: ByteWatch,
): AsyncGenerator<Buffer, void, undefined> {
  const chunks = bodyOf(message)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      watch.bytesAwaited();
      const next = await chunks.next();
      watch.bytesCame();
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw signal.aborted ? reasonOf(signal) : error;
  } finally {
    release(message);
  }
}

/** How long a response that was read to its last event may take to end, milliseconds. */
const END_MS = 250;

/** After the last event, reads to the end, so that the socket can be reused. A destroyed one stays destroyed. */
function release(message: http.IncomingMessage): void {
  if (message.complete || message.destroyed) return void message.resume();
  const late = setTimeout(() => message.destroy(), END_MS);
  message.once("close", () => clearTimeout(late));
  message.resume();
}
