/**
 * A llama-server for tests: a real HTTP server that answers in the recorded shapes, queues first in first out
 * without a byte, frees a slot at once when a stream is aborted, and misbehaves on demand.
 *
 * Precedence for a chat request: `replay` > `misbehave` > `reply` > `extract` (with a response_format) > an echo.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRoutes } from "./routes.ts";
import { createState, type FakeOptions, type FakeState, type RecordedRequest } from "./state.ts";
import type { ChatBody, Reply, ReplyFunction } from "./script.ts";
import type { MisbehaveOptions, MisbehaviourKind } from "./misbehaviour.ts";

export type { ChatBody, Reply } from "./script.ts";
export type { FakeOptions } from "./state.ts";

export interface FakeLlama {
  /** Without `/v1`. */
  readonly url: string;
  /** Chat requests in order of arrival. */
  readonly requests: RecordedRequest[];
  /** Requests that only have a prompt read: their last message is empty. No script answers them. */
  readonly readAheads: RecordedRequest[];
  /** Slots in use and requests waiting, now. */
  readonly load: { busy: number; queued: number };
  /** The answer to requests with a `response_format`: a value is sent as JSON, a string as it is. */
  extract: (body: ChatBody) => unknown;
  /** False: `/v1/embeddings` fails like a server without `--embeddings`, and `/health` is well. */
  embeds: boolean;
  /**
   * Decides the answers. A text or script answers requests without `response_format`; a function sees every request
   * and may return undefined.
   */
  reply(reply: Reply | ReplyFunction): void;
  /** Answers the next request with the recorded bytes of `recorded/<name>.http`. */
  replay(name: string): void;
  misbehave(kind: MisbehaviourKind, options?: MisbehaveOptions): Promise<void>;
  /** Ends all misbehaviour; listens again after `refuse`. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeLlama(options: FakeOptions = {}): Promise<FakeLlama> {
  const state = createState(options);
  let server = await listen(state, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const fake: FakeLlama = {
    url: `http://127.0.0.1:${port}`,
    requests: state.requests,
    readAheads: state.readAheads,
    get load() {
      return { busy: state.slots.busy, queued: state.slots.queued };
    },
    get extract() {
      return state.extract;
    },
    set extract(extract) {
      state.extract = extract;
    },
    get embeds() {
      return state.embeds;
    },
    set embeds(embeds) {
      state.embeds = embeds;
    },
    reply(reply) {
      state.reply = toReplyFunction(reply);
    },
    replay(name) {
      state.replays.push(name);
    },
    async misbehave(kind, misbehaveOptions = {}) {
      if (kind === "refuse") return stop(server);
      state.misbehaviours.add(kind, misbehaveOptions);
    },
    async restore() {
      state.misbehaviours.clear();
      if (!server.listening) server = await listen(state, port);
    },
    close: () => stop(server),
  };
  state.control = fake;
  return fake;
}

function toReplyFunction(reply: Reply | ReplyFunction): ReplyFunction {
  if (typeof reply === "function") return reply;
  return (body) => (body.response_format === undefined ? reply : undefined);
}

function listen(state: FakeState, port: number): Promise<Server> {
  // The real server's keep-alive; it races with clients that reuse a socket.
  const server = createServer({ keepAliveTimeout: 5_000 }, createRoutes(state));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
