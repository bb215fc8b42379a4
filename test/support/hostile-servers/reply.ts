/** Ways to answer an HTTP request well and badly. Bodies that do not end stop when the client leaves. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import zlib from "node:zlib";

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  body: Record<string, any>;
}

export type Reply = (asked: Asked) => unknown;

const JSON_TYPE = "application/json; charset=utf-8";
const SSE_TYPE = "text/event-stream";
const MIB = 1024 * 1024;

export function raw(body: string | Buffer, type = JSON_TYPE, status = 200, headers = {}): Reply {
  return ({ response }) => response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

export function json(value: unknown, status = 200): Reply {
  return raw(JSON.stringify(value), JSON_TYPE, status);
}

export function packed(coding: "gzip" | "deflate" | "br", type: string, text: string): Reply {
  const pack = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync }[coding];
  return raw(pack(text), type, 200, { "content-encoding": coding });
}

/** Zeros that unpack to so many bytes. */
export function bomb(coding: "gzip" | "br", type: string, bytes: number, beginning: string): Reply {
  return ({ response }) => {
    const stream = coding === "gzip" ? zlib.createGzip() : zlib.createBrotliCompress(FAST);
    response.writeHead(200, { "content-type": type, "content-encoding": coding });
    stream.pipe(response);
    response.once("close", () => stream.destroy());
    return pour(stream, beginning, " ".repeat(MIB), bytes);
  };
}

const FAST = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

/** `beginning`, then `piece` over and over up to so many bytes, then `end`. */
export function flood(
  type: string,
  beginning: string,
  piece: string,
  bytes: number,
  end = "",
  status = 200,
): Reply {
  return async ({ response }) => {
    response.writeHead(status, { "content-type": type });
    await pour(response, beginning, piece, bytes, end);
  };
}

async function pour(to: Writable, beginning: string, piece: string, bytes: number, end = ""): Promise<void> {
  to.on("error", () => undefined);
  to.write(beginning);
  const some = Buffer.from(piece.repeat(Math.max(1, Math.floor((64 * 1024) / piece.length))));
  for (let sent = 0; sent < bytes && !to.destroyed; sent += some.length)
    if (!to.write(some)) await drained(to);
  if (!to.destroyed) to.end(end);
}

/** Resolves when more can be written, or nothing ever. */
function drained(to: Writable): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      to.off("drain", over).off("close", over).off("error", over);
      resolve();
    };
    to.on("drain", over).on("close", over).on("error", over);
  });
}

/** A byte of the text in so many milliseconds. */
export function loris(type: string, text: string, everyMs: number): Reply {
  return async ({ response }) => {
    response.writeHead(200, { "content-type": type });
    for (const char of text) {
      if (response.destroyed) return;
      response.write(char);
      await sleep(everyMs);
    }
    response.end();
  };
}

/** What is no HTTP, or hardly. */
export function bytes(text: string, repeated = 1): Reply {
  return async ({ request: { socket } }) => {
    socket.on("error", () => undefined);
    for (let time = 0; time < repeated && !socket.destroyed; time++)
      if (!socket.write(text)) await drained(socket);
    if (!socket.destroyed) socket.end();
  };
}

/** A body that ends with a reset after `text`, or before any byte. */
export function reset(type: string, text: string | null): Reply {
  return async ({ request, response }) => {
    if (text !== null) {
      response.writeHead(200, { "content-type": type });
      response.write(text);
      await sleep(20);
    }
    request.socket.resetAndDestroy();
  };
}

export const silence: Reply = () => undefined;

export interface Chunk {
  [field: string]: unknown;
}

/** A chunk of a stream with one choice. */
export function chunk(delta: unknown, more: Chunk = {}, finish: unknown = null): Chunk {
  return {
    id: "c",
    object: "chat.completion.chunk",
    model: "hostile",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

export const LAST = chunk({}, {}, "stop");

export function eventsText(values: unknown[], lineEnd = "\n"): string {
  const lines = values.map((value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [...lines, "data: [DONE]"].map((line) => line + lineEnd + lineEnd).join("");
}

/** What an honest server streams. */
export const GOOD_STREAM = eventsText([
  chunk({ role: "assistant", content: "Well " }),
  chunk({ content: "said." }),
  LAST,
]);

export function sse(...values: unknown[]): Reply {
  return raw(eventsText(values), SSE_TYPE);
}

export function sseText(text: string | Buffer, headers = {}): Reply {
  return raw(text, SSE_TYPE, 200, headers);
}

/** Sends the parts one after the other, as packets of their own. */
export function sseParts(parts: Buffer[]): Reply {
  return async ({ response }) => {
    response.writeHead(200, { "content-type": SSE_TYPE });
    for (const part of parts) {
      if (response.destroyed) return;
      response.write(part);
      await sleep(5);
    }
    response.end();
  };
}

export function sseFlood(beginning: string, piece: string, size: number): Reply {
  return flood(SSE_TYPE, beginning, piece, size);
}

/** An answer that is not streamed. */
export function whole(message: unknown, more: Chunk = {}): Chunk {
  return {
    id: "c",
    object: "chat.completion",
    model: "hostile",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { prompt_tokens: 5, completion_tokens: 3 },
    ...more,
  };
}

/** As deep as this. */
export function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

export { JSON_TYPE, MIB, SSE_TYPE };
