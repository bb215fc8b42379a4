import { EngramError, PromptTooLong } from "../../errors.ts";
import type { ChatModel, ModelEvent, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";
import { serverAddress, serverRoot } from "./base-url.ts";
import { createAgents } from "./http-call.ts";
import { Limits, type LimitOptions } from "./limits.ts";
import { toModelError } from "./model-errors.ts";
import { createOpenStream } from "./open-stream.ts";
import { readChunks, type ChunkWatch } from "./read-chunks.ts";
import { toRequestBody } from "./request-body.ts";
import { SlotKeeper, type ChosenSlot } from "./slots.ts";
import { ServerInfo } from "./server-info.ts";

export interface LlamaCppModelOptions {
  /** With or without `/v1`. */
  url: string;
  /** Empty: whatever the server serves (it ignores the name anyway). */
  model: string;
  apiKey?: string | undefined;
  /** Without progress: until the answer begins, and between two pieces of it. */
  timeoutMs: number;
  /** Until the first byte; by default `timeoutMs`, as a queued request gets no byte until a slot is free. */
  firstByteTimeoutMs?: number | undefined;
  /** Between two bytes, pings included. */
  stallTimeoutMs?: number | undefined;
}

/** Two of llama-server's default pings (30 s) may be missed. */
const STALL_TIMEOUT_MS = 75_000;

/** Sent when neither the configuration nor the server told a name; llama-server ignores it. */
const UNNAMED = "default";

/** The chat model behind llama.cpp's `llama-server`. Connects at first use; any number of streams at once. */
export function createLlamaCppModel(options: LlamaCppModelOptions): ChatModel {
  const root = serverRoot(options.url);
  const apiKey = options.apiKey || undefined;
  const limitOptions = toLimits(options);
  // A preempted background call closes its socket: chats keep sockets of their own, so that the message which took
  // the model does not have to connect first.
  const agents = createAgents();
  const chatAgents = createAgents();
  const openBackground = createOpenStream({ agents, root, apiKey });
  const openChat = createOpenStream({ agents: chatAgents, root, apiKey });
  const running = new Map<AbortController, Limits>();
  const isAnswering = (): boolean => [...running.values()].some((limits) => limits.begun);
  const server = new ServerInfo({ root, model: options.model, apiKey, agents, isAnswering });

  const slots = new SlotKeeper(() => server.idleSlots());

  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
    given?: ChosenSlot,
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const own = new AbortController();
    const limits = new Limits(limitOptions, own);
    const stop = follow(signal, own);
    running.set(own, limits);
    let read = false;
    let chosenSlot: ChosenSlot | null = null;
    let usage: ModelUsage | null = null;
    const measure = server.speeds.measure(request.messages);
    try {
      chosenSlot = given ?? (await slots.choose(request, server.slots));
      own.signal.throwIfAborted();
      const body = toRequestBody(request, server.name || UNNAMED, chosenSlot?.slot);
      const openStream = request.purpose === "chat" ? openChat : openBackground;
      const opened = openStream({ body, watch: limits, signal: own.signal });
      const chunks = await orAborted(opened, own.signal);
      const watch: ChunkWatch = {
        progressed: () => limits.progressed(),
        timed: (timings) => measure.timed(timings),
      };
      for await (const event of readChunks(chunks, server.name || UNNAMED, watch)) {
        own.signal.throwIfAborted();
        if (event.type === "finish") usage = event.usage;
        yield event;
      }
      measure.answered();
      read = true;
    } catch (error) {
      if (own.signal.aborted) throw own.signal.reason;
      const failure = toModelError(error, serverAddress(root), limits.begun);
      if (failure.code === "model_unavailable") {
        server.wentAway();
        slots.forget();
      }
      if (failure instanceof PromptTooLong) server.learnLimit(failure, measure);
      throw failure;
    } finally {
      limits.over();
      if (chosenSlot !== null) slots.left(chosenSlot, usage);
      stop();
      running.delete(own);
      // Also when the consumer breaks out: only a closed socket frees the slot.
      if (!read) own.abort();
    }
  }

  /** One slot after the other; what is in use, or was, is left as it is. */
  async function warm(request: ModelRequest, signal: AbortSignal): Promise<ModelUsage[]> {
    const usages: ModelUsage[] = [];
    for (const slot of await server.unusedSlots()) {
      for await (const event of stream(request, signal, { slot, known: 0 })) {
        if (event.type === "finish" && event.usage !== null) usages.push(event.usage);
      }
    }
    return usages;
  }

  return {
    info: () => ({
      kind: "server",
      name: server.name || UNNAMED,
      contextTokens: server.contextTokens,
      learned: {
        served: server.served,
        takesEffort: server.takesEffort,
        slots: server.slots,
        ...server.speeds.learned(),
      },
    }),
    health: (signal) => server.health(signal),
    stream: (request, signal) => stream(request, signal),
    warm,
    async close() {
      for (const own of running.keys()) own.abort(new EngramError("shutting_down"));
      agents.destroy();
      chatAgents.destroy();
    },
  };
}

function toLimits(options: LlamaCppModelOptions): LimitOptions {
  return {
    progressMs: options.timeoutMs,
    firstByteMs: options.firstByteTimeoutMs ?? options.timeoutMs,
    stallMs: options.stallTimeoutMs ?? STALL_TIMEOUT_MS,
  };
}

/** Aborts `own` with the caller's reason; the result stops listening. */
function follow(signal: AbortSignal, own: AbortController): () => void {
  const abort = (): void => own.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  return () => signal.removeEventListener("abort", abort);
}

/** Does not make an aborted caller wait, e.g. for the first import of the client. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
