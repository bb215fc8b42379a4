import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { WebSocket } from "@fastify/websocket";
import { isTooDeep } from "../../domain/model/json-shape.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { isFields, withoutNulls } from "../absent.ts";
import type { RouteContext } from "../context.ts";
import { asEngramError, problemOf } from "../errors.ts";
import { TOO_DEEP } from "../json-body.ts";
import { callerOf, tooMany } from "../rate-limit.ts";
import { parse } from "../schemas.ts";
import { ClientFrame, type ServerFrame } from "./frames.ts";
import { createOpenSockets, type HeldSocket, type OpenSockets } from "./open-sockets.ts";
import { createTurns, type Turns } from "./remote-turns.ts";
import type { LiveTurn } from "./turns.ts";

type SendFrame = Extract<ClientFrame, { type: "chat.send" }>;

const PING_MS = 30_000;
/** A live client answers its first ping within this. */
const FIRST_PONG_MS = 15_000;
/** How long a socket closed to make room has to close by itself. */
const CLOSING_MS = 1_000;
/** Bytes a slow client may leave unread before it is disconnected. */
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
/** Turns one connection may run at once. */
const TURNS_PER_SOCKET_MAX = 8;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN = 1013;

export const webSocketRoutes: FastifyPluginAsync<RouteContext> = async (app, context) => {
  const turns = createTurns(context.engine.coordination);
  const sockets = createOpenSockets();
  app.route({
    method: "GET",
    url: "/ws",
    exposeHeadRoute: false,
    config: { right: "write" },
    schema: { hide: true },
    handler: async () => {
      throw new EngramError("not_found", "Open this address as a WebSocket");
    },
    wsHandler: (socket, request) => serveSocket({ context, turns, sockets }, socket, request),
  });
};

/** Serves one socket of one user. Listeners are attached at once: frames may arrive before anything else happens. */
function serveSocket(
  { context, turns, sockets }: { context: RouteContext; turns: Turns; sockets: OpenSockets },
  socket: WebSocket,
  request: FastifyRequest,
): void {
  const { engine, inFlight, rateLimiter } = context;
  const { userId } = request;
  const revoked = request.revoked ?? new AbortController().signal;
  /** Turns that this connection follows, each with what ends that. */
  const followed = new Map<string, AbortController>();
  let alive = false;

  const send = (frame: ServerFrame): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFERED_BYTES_MAX) return socket.close(TRY_AGAIN, "too slow");
    socket.send(JSON.stringify(frame));
  };

  const refuse = (error: unknown, id: string | undefined): void => {
    const { type, ...problem } = problemOf(asEngramError(error));
    send({ ...problem, type: "error", id });
  };

  const held: HeldSocket = {
    caller: callerOf(request),
    makeRoom() {
      refuse(new EngramError("overloaded", "Too many connections; this one was the quietest"), undefined);
      socket.close(TRY_AGAIN, "too many connections");
      setTimeout(() => socket.terminate(), CLOSING_MS).unref();
    },
  };

  const heard = (): void => {
    alive = true;
    sockets.heard(held);
  };

  /** Sends the frames of a turn after `seq`, and those to come. */
  const follow = async (id: string, seq: number): Promise<void> => {
    followed.get(id)?.abort();
    const leaving = new AbortController();
    followed.set(id, leaving);
    const finished = (): void => {
      if (followed.get(id) === leaving) followed.delete(id);
    };
    if (await turns.follow(userId, id, seq, { frame: send, finished, left: leaving.signal })) return;
    finished();
    throw unknownTurn();
  };

  /** A turn counts as a request. It runs independently: a lost connection does not end it at once, so that it can be resumed. */
  const start = async ({ type, id, ...input }: SendFrame): Promise<void> => {
    const waitSeconds = rateLimiter === null ? null : await rateLimiter.refuse(held.caller);
    if (waitSeconds !== null) throw tooMany(waitSeconds);
    if (followed.size >= TURNS_PER_SOCKET_MAX) {
      throw new EngramError(
        "rate_limited",
        `At most ${TURNS_PER_SOCKET_MAX} turns at once on one connection`,
      );
    }
    const turn = turns.begin(userId, id);
    if (!turn) throw invalidField("id", "a turn of this id is running", "conflict");
    void follow(id, 0);
    const signal = AbortSignal.any([turn.signal, revoked, inFlight.signal]);
    void pump(id, turn, inFlight.trackIterator(engine.chat(userId, input, signal)));
  };

  const handle = async (frame: ClientFrame): Promise<void> => {
    switch (frame.type) {
      case "ping":
        return send({ type: "pong", id: frame.id });
      case "chat.cancel":
        if (await turns.cancel(userId, frame.id)) return;
        throw unknownTurn();
      case "chat.resume":
        return follow(frame.id, frame.seq);
      case "chat.send":
        return start(frame);
    }
  };

  const receive = async (data: Buffer, isBinary: boolean): Promise<void> => {
    let id: string | undefined;
    heard();
    try {
      const json = decode(data, isBinary);
      id = idOf(json);
      if (!isFields(json)) throw invalidField("frame", "must be a JSON object");
      await handle(parse(ClientFrame, withoutNulls(json)));
    } catch (error) {
      refuse(error, id);
    }
  };

  const beat = (): void => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  };

  const unsubscribe = engine.events.subscribe(userId, ({ type, ...event }) =>
    send({ type: type === "run" ? "maintenance.run" : `memory.${type}`, ...event } as ServerFrame),
  );
  const beating = setInterval(beat, PING_MS);
  const first = setTimeout(() => !alive && socket.terminate(), FIRST_PONG_MS);
  const shutdown = (): void => socket.close(GOING_AWAY, "shutting down");
  const end = (): void => socket.close(POLICY_VIOLATION, "the API key was revoked, or the session ended");
  inFlight.signal.addEventListener("abort", shutdown, { once: true });
  revoked.addEventListener("abort", end, { once: true });
  if (revoked.aborted) end();
  socket.on("message", (data: Buffer, isBinary: boolean) => void receive(data, isBinary));
  socket.on("pong", heard);
  // ws closes the socket itself, with the code that says why; ending it here would lose that code.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    clearInterval(beating);
    clearTimeout(first);
    sockets.remove(held);
    unsubscribe();
    inFlight.signal.removeEventListener("abort", shutdown);
    revoked.removeEventListener("abort", end);
    for (const leaving of followed.values()) leaving.abort();
  });
  sockets.add(held);
  socket.ping();
}

async function pump(
  id: string,
  turn: LiveTurn,
  events: AsyncGenerator<ChatEvent, void, undefined>,
): Promise<void> {
  let seq = 0;
  try {
    for await (const event of events) {
      const frame = toFrame(event, id, seq + 1);
      if (frame === null) continue;
      seq += 1;
      turn.push(frame);
    }
  } catch (error) {
    const { type, ...problem } = problemOf(asEngramError(error));
    turn.push({ type: "chat.error", id, seq: seq + 1, ...problem });
  } finally {
    turn.finish();
  }
}

function unknownTurn(): EngramError {
  return invalidField("id", "there is no such turn", "not_found");
}

function decode(data: Buffer, isBinary: boolean): unknown {
  const wrong = (message: string): EngramError => invalidField("frame", message, "invalid_json");
  if (isBinary) throw wrong("must be text");
  const text = data.toString("utf8");
  if (isTooDeep(text)) throw wrong(TOO_DEEP);
  try {
    return JSON.parse(text);
  } catch {
    throw wrong("is not valid JSON");
  }
}

function idOf(json: unknown): string | undefined {
  const id = (json as { id?: unknown } | null)?.id;
  return typeof id === "string" && id.length > 0 && id.length <= 100 ? id : undefined;
}

/** Null for events of the OpenAI routes alone. */
function toFrame({ type, ...event }: ChatEvent, id: string, seq: number): ServerFrame | null {
  if (type === "tool_calls" || type === "logprobs" || type === "choice") return null;
  return { type: `chat.${type}`, id, seq, ...event } as ServerFrame;
}
