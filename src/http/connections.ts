import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { EngramError } from "../errors.ts";
import { problemOf } from "./errors.ts";

/**
 * Connections without a running request, over all addresses. A browser keeps six connections to a host, a pool of a proxy some
 * dozens; both cost file handles, of which 4,096 are common.
 */
const PROCESS_MAX = 1_024;
/** Per address; behind a proxy, its whole pool. */
const ADDRESS_MAX = 256;

/**
 * Bounds idle connections: those that have not sent a whole request yet, and those kept alive after one.
 * The oldest is closed for a new one, so that a new client always gets in.
 */
export function boundConnections(server: Server): void {
  /** Oldest first. */
  const waiting = new Map<Socket, { address: string; isUsed: boolean }>();

  const close = (socket: Socket): void => {
    const isUsed = waiting.get(socket)?.isUsed === true;
    waiting.delete(socket);
    if (!isUsed) socket.write(REFUSAL);
    socket.destroySoon();
  };

  const wait = (socket: Socket, isUsed: boolean): void => {
    if (socket.destroyed) return;
    const address = socket.remoteAddress ?? "";
    waiting.set(socket, { address, isUsed });
    const own = [...waiting].filter(([, one]) => one.address === address);
    const surplus = own.length > ADDRESS_MAX ? own : waiting.size > PROCESS_MAX ? [...waiting] : [];
    for (const [oldest] of surplus.slice(0, 1)) close(oldest);
  };

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => waiting.delete(socket));
    wait(socket, false);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    response.once("close", () => wait(socket, true));
  });
  server.on("upgrade", ({ socket }: IncomingMessage) => waiting.delete(socket));
}

const BODY = JSON.stringify(problemOf(new EngramError("overloaded", "Too many connections wait; try again")));
const REFUSAL = [
  "HTTP/1.1 503 Service Unavailable",
  "Content-Type: application/problem+json",
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  "Connection: close",
  "",
  BODY,
].join("\r\n");
