import type { IncomingMessage, ServerResponse } from "node:http";
import type { Transcript } from "./transcript.ts";

/** One request at the fake, with the helpers that every answer needs. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Resolves when the client's connection is gone before the answer was complete. */
  gone: Promise<void>;
  isGone(): boolean;
}

export function toExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  let gone = false;
  const left = new Promise<void>((resolve) => {
    response.on("close", () => {
      if (response.writableEnded) return;
      gone = true;
      resolve();
    });
  });
  return { request, response, gone: left, isGone: () => gone };
}

/** Headers of every answer, as recorded. */
const SERVER_HEADERS = { Server: "llama.cpp", "Access-Control-Allow-Origin": "" };

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  exchange.response.writeHead(status, {
    ...SERVER_HEADERS,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
  });
  exchange.response.end(text);
}

export function sendRecorded(exchange: Exchange, transcript: Transcript): void {
  sendJson(exchange, transcript.status, JSON.parse(transcript.body.toString("utf8")));
}

export function beginStream(exchange: Exchange): void {
  exchange.response.writeHead(200, {
    ...SERVER_HEADERS,
    "X-Accel-Buffering": "no",
    "Content-Type": "text/event-stream",
  });
  exchange.response.flushHeaders();
}

export function sendEvent(exchange: Exchange, event: unknown): void {
  if (!exchange.response.destroyed) exchange.response.write(`data: ${JSON.stringify(event)}\n\n`);
}

export function sendPing(exchange: Exchange): void {
  if (!exchange.response.destroyed) exchange.response.write(":\n\n");
}

export function sendDone(exchange: Exchange): void {
  exchange.response.end("data: [DONE]\n\n");
}

/** The recorded bytes, framing and all; a recording without an end is a connection that just closes. */
export function replayBytes(exchange: Exchange, transcript: Transcript): void {
  const socket = exchange.request.socket;
  exchange.response.detachSocket(socket);
  socket.end(transcript.raw);
}

/** As a killed process does: what was written arrives, then the connection is closed without an end. */
export function cutSocket(exchange: Exchange): void {
  exchange.request.socket.destroySoon();
}

/** As a stale keep-alive socket does. */
export function resetSocket(exchange: Exchange): void {
  exchange.request.socket.resetAndDestroy();
}

/** Resolves early, with false, when the client goes. */
export async function pause(exchange: Exchange, ms: number): Promise<boolean> {
  if (ms > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), exchange.gone]);
  return !exchange.isGone();
}
