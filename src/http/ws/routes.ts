import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { WebSocket } from "@fastify/websocket";
import { isTooDeep } from "../../domain/model/json-shape.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { RateLimiter } from "../../ports/rate-limiter.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { withoutNulls } from "../absent.ts";
import type { RouteContext } from "../context.ts";
import { asEngramError, problemOf } from "../errors.ts";
import { TOO_DEEP } from "../json-body.ts";
import { callerOf, tooMany } from "../rate-limit.ts";
import { parse } from "../schemas.ts";
import { ClientFrame, type ServerFrame } from "./frames.ts";
import { createOpenSockets, type HeldSocket, type OpenSockets } from "./open-sockets.ts";
import { createRemoteTurns, type RemoteTurns } from "./remote-turns.ts";
import { createLiveTurns, ORPHAN_MS, type LiveTurn, type LiveTurns, type TurnListener } from "./turns.ts";

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
  const turns = createLiveTurns();
  const remote = createRemoteTurns(turns, context.engine.coordination);
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
    wsHandler: (socket, request) =>
      new Connection(context, { turns, remote, sockets }, socket, request).open(),
  });
};

/** One socket of one user. Listeners are attached at once: frames may arrive before anything else happens. */
class Connection implements HeldSocket {
  private readonly context: RouteContext;
  private readonly turns: LiveTurns;
  private readonly remote: RemoteTurns;
  private readonly sockets: OpenSockets;
  private readonly socket: WebSocket;
  private readonly userId: string;
  readonly caller: string;
  private readonly revoked: AbortSignal;
  private readonly followed = new Map<string, () => void>();
  private alive = false;

  constructor(
    context: RouteContext,
    known: { turns: LiveTurns; remote: RemoteTurns; sockets: OpenSockets },
    socket: WebSocket,
    request: FastifyRequest,
  ) {
    this.context = context;
    this.turns = known.turns;
    this.remote = known.remote;
    this.sockets = known.sockets;
    this.socket = socket;
    this.userId = request.userId;
    this.caller = callerOf(request);
    this.revoked = request.revoked ?? new AbortController().signal;
  }

  open(): void {
    const { socket, context } = this;
    const unsubscribe = context.engine.events.subscribe(this.userId, ({ type, ...event }) =>
      this.send({ type: type === "run" ? "maintenance.run" : `memory.${type}`, ...event } as ServerFrame),
    );
    const beat = setInterval(() => this.beat(), PING_MS);
    const first = setTimeout(() => !this.alive && socket.terminate(), FIRST_PONG_MS);
    const shutdown = (): void => socket.close(GOING_AWAY, "shutting down");
    const refuse = (): void =>
      socket.close(POLICY_VIOLATION, "the API key was revoked, or the session ended");
    context.inFlight.signal.addEventListener("abort", shutdown, { once: true });
    this.revoked.addEventListener("abort", refuse, { once: true });
    if (this.revoked.aborted) refuse();
    socket.on("message", (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    socket.on("pong", () => this.heard());
    // ws closes the socket itself, with the code that says why; ending it here would lose that code.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(beat);
      clearTimeout(first);
      this.sockets.remove(this);
      unsubscribe();
      context.inFlight.signal.removeEventListener("abort", shutdown);
      this.revoked.removeEventListener("abort", refuse);
      for (const stop of this.followed.values()) stop();
    });
    this.sockets.add(this);
    socket.ping();
  }

  makeRoom(): void {
    const problem = problemOf(
      new EngramError("overloaded", "Too many connections; this one was the quietest"),
    );
    this.send({ ...problem, type: "error" });
    this.socket.close(TRY_AGAIN, "too many connections");
    setTimeout(() => this.socket.terminate(), CLOSING_MS).unref();
  }

  private heard(): void {
    this.alive = true;
    this.sockets.heard(this);
  }

  private beat(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    this.socket.ping();
  }

  private send(frame: ServerFrame): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > BUFFERED_BYTES_MAX) return this.socket.close(TRY_AGAIN, "too slow");
    this.socket.send(JSON.stringify(frame));
  }

  private receive(data: Buffer, isBinary: boolean): void {
    let id: string | undefined;
    this.heard();
    try {
      const json = decode(data, isBinary);
      id = idOf(json);
      this.handle(parse(ClientFrame, withoutNulls(asObject(json))));
    } catch (error) {
      this.refuse(error, id);
    }
  }

  private refuse(error: unknown, id: string | undefined): void {
    const { type, ...problem } = problemOf(asEngramError(error));
    this.send({ ...problem, type: "error", ...(id === undefined ? {} : { id }) });
  }

  private handle(frame: ClientFrame): void {
    switch (frame.type) {
      case "ping":
        return this.send({ type: "pong", ...(frame.id === undefined ? {} : { id: frame.id }) });
      case "chat.cancel":
        return void this.cancel(frame.id).catch((error: unknown) => this.refuse(error, frame.id));
      case "chat.resume":
        return void this.resume(frame.id, frame.seq).catch((error: unknown) => this.refuse(error, frame.id));
      case "chat.send":
        if (this.context.rateLimiter === null) return this.start(frame);
        void this.startLimited(frame, this.context.rateLimiter);
    }
  }

  /** A turn counts as a request. */
  private async startLimited(frame: SendFrame, limiter: RateLimiter): Promise<void> {
    try {
      const waitSeconds = await limiter.refuse(this.caller);
      if (waitSeconds !== null) throw tooMany(waitSeconds);
      this.start(frame);
    } catch (error) {
      this.refuse(error, frame.id);
    }
  }

  private async cancel(id: string): Promise<void> {
    const turn = this.turns.get(this.userId, id);
    if (turn && !turn.finished) return turn.abort.abort(new Error("cancelled"));
    if (turn || !(await this.remote.cancel(this.userId, id))) throw unknownTurn();
  }

  private async resume(id: string, seq: number): Promise<void> {
    const turn = this.turns.get(this.userId, id);
    if (!turn) return this.resumeElsewhere(id, seq);
    for (const frame of turn.frames.slice(seq)) this.send(frame);
    if (!turn.finished) this.follow(id, turn);
  }

  /** The turn may run in the process the lost connection led to. */
  private async resumeElsewhere(id: string, seq: number): Promise<void> {
    this.followed.get(id)?.();
    let hasFinished = false;
    const stop = await this.remote.follow(this.userId, id, seq, {
      frame: (frame) => this.send(frame),
      finished: () => {
        hasFinished = true;
        this.followed.delete(id);
      },
    });
    if (stop === null) throw unknownTurn();
    if (hasFinished) return;
    if (this.socket.readyState !== this.socket.OPEN) return stop();
    this.followed.set(id, () => {
      stop();
      this.followed.delete(id);
    });
  }

  private start(frame: SendFrame): void {
    if (this.followed.size >= TURNS_PER_SOCKET_MAX) {
      throw new EngramError(
        "rate_limited",
        `At most ${TURNS_PER_SOCKET_MAX} turns at once on one connection`,
      );
    }
    const { type, id, ...input } = frame;
    const turn = this.turns.begin(this.userId, id);
    if (!turn) throw invalidField("id", "a turn of this id is running", "conflict");
    this.follow(id, turn);
    const signal = AbortSignal.any([turn.abort.signal, this.revoked, this.context.inFlight.signal]);
    const events = this.context.inFlight.trackIterator(this.context.engine.chat(this.userId, input, signal));
    void this.pump(id, turn, events);
  }

  private follow(id: string, turn: LiveTurn): void {
    this.followed.get(id)?.();
    const stop = (): void => {
      turn.listeners.delete(listener);
      this.followed.delete(id);
      if (turn.listeners.size === 0 && !turn.finished) abandon(turn);
    };
    const listener: TurnListener = { frame: (frame) => this.send(frame), finished: stop };
    turn.listeners.add(listener);
    this.followed.set(id, stop);
  }

  /** The turn runs independently: a lost connection does not end it at once, so that it can be resumed. */
  private async pump(
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
        this.turns.push(turn, frame);
      }
    } catch (error) {
      const { type, ...problem } = problemOf(asEngramError(error));
      this.turns.push(turn, { type: "chat.error", id, seq: seq + 1, ...problem });
    } finally {
      this.turns.finish(this.userId, id, turn);
    }
  }
}

/** No connection follows: the model stops after a grace period in which a client may resume. */
function abandon(turn: LiveTurn): void {
  const timer = setTimeout(() => {
    if (turn.listeners.size === 0 && !turn.finished) turn.abort.abort(new Error("nobody listens"));
  }, ORPHAN_MS);
  timer.unref();
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

function asObject(json: unknown): object {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  throw invalidField("frame", "must be a JSON object");
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
