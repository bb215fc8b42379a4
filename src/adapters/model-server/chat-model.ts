import { addAbortListener } from "node:events";
import { aborted } from "node:util";
import { AnswerCut, EngramError, PromptTooLong } from "../../errors.ts";
import type { ChatModel, ModelEvent, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";
import { serverAddress, serverRoot } from "./base-url.ts";
import { createAgents } from "./http-call.ts";
import { Limits } from "./limits.ts";
import { AnswerLimited, fromAnswer, KeyRefused, RequestRefused, toModelError } from "./model-errors.ts";
import { createOpenStream, startingWith, type OpenedAnswer } from "./open-stream.ts";
import { probe } from "./probe.ts";
import { readChunks } from "./read-chunks.ts";
import { optionalFieldsOf, toRequestBody, withRoom } from "./request-body.ts";
import { ANSWER_TOKENS_MIN, ServerInfo, UNNAMED } from "./server-info.ts";
import { SlotKeeper, type ChosenSlot } from "./slots.ts";
import type { Measure } from "./speeds.ts";
import { Chunk } from "./wire.ts";

export interface ServerModelOptions {
  /** With or without `/v1`. */
  url: string;
  /** Empty: the served model, or the first loaded one of several. */
  model: string;
  apiKey?: string | undefined;
  /** Without progress: until the answer begins, and between two chunks. */
  timeoutMs: number;
}

/** A chat model on a server with OpenAI's API. Connects on first use; supports any number of concurrent streams. */
export function createServerModel(options: ServerModelOptions): ChatModel {
  const root = serverRoot(options.url);
  const apiKey = options.apiKey || undefined;
  // A preempted background call closes its socket: chats have separate sockets, so that the message that preempted
  // it need not connect first.
  const agents = createAgents();
  const chatAgents = createAgents();
  const openBackground = createOpenStream({ agents, root, apiKey });
  const openChat = createOpenStream({ agents: chatAgents, root, apiKey });
  const running = new Map<AbortController, Limits>();
  const isAnswering = (): boolean => [...running.values()].some((limits) => limits.begun);
  const isAsked = (): boolean => running.size > 0;
  const server = new ServerInfo({ root, model: options.model, apiKey, agents, isAnswering, isAsked });

  const slots = new SlotKeeper(() => server.idleSlots());

  /** A request refused for its length, or its answer's, is resent once if the server reported its limit and a shorter one fits. */
  async function open(request: ModelRequest, opening: Opening): Promise<OpenedAnswer> {
    try {
      return await begin(request, opening);
    } catch (error) {
      if (error instanceof AnswerLimited && server.limitAnswers(error.numbers, request))
        return begin(request, opening);
      if (!(error instanceof PromptTooLong)) throw error;
      const { contextTokens = 0, promptTokens = 0 } = error;
      const isNews = contextTokens > 0 && contextTokens !== server.now.contextTokens;
      server.learnLimit(error, opening.measure);
      const left = Math.min(server.answerTokensMax(request.messages), contextTokens - promptTokens);
      if (!isNews || left <= ANSWER_TOKENS_MIN) throw error;
      return begin(request, opening);
    }
  }

  /** llama-cpp-python ends a failed stream without an event: a request for the whole answer returns the reason. */
  async function begin(request: ModelRequest, opening: Opening): Promise<OpenedAnswer> {
    const opened = await post(request, opening, true);
    server.now.streams = opened?.isWhole !== true;
    const answer = opened ?? (await post(request, opening, false));
    if (answer === null) throw new AnswerCut();
    return answer;
  }

  /** Null for an answer without a chunk. LM Studio reports a refusal in the first one. */
  function post(
    request: ModelRequest,
    { target, limits, signal }: Opening,
    streams: boolean,
  ): Promise<OpenedAnswer | null> {
    const openStream = request.purpose === "chat" ? openChat : openBackground;
    const common = {
      model: server.name || UNNAMED,
      streams,
      slot: target?.slot ?? null,
      asksForSchema: server.now.keepsSchema === false,
      answerTokensMax: server.answerTokensMax(request.messages),
    };
    return server.fields.send(optionalFieldsOf(request), async (without) => {
      const body = toRequestBody(request, { ...common, without });
      const opened = await openStream({ body, watch: limits, signal });
      const first = await opened.chunks.next();
      if (first.done === true) return null;
      if (Chunk.safeParse(first.value).data?.error !== undefined) throw fromAnswer(undefined, first.value);
      return { ...opened, chunks: startingWith(first.value, opened.chunks) };
    });
  }

  async function* stream(
    asked: ModelRequest,
    signal: AbortSignal,
    given?: ChosenSlot,
  ): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const own = new AbortController();
    const limits = new Limits(options.timeoutMs, own);
    using _ = addAbortListener(signal, () => own.abort(signal.reason));
    running.set(own, limits);
    let read = false;
    let chosenSlot: ChosenSlot | null = null;
    let usage: ModelUsage | null = null;
    let answeredBy = server.name;
    const request = withRoom(asked, server.now.traits, !server.fields.refuses("llama"));
    const measure = server.speeds.measure(request.messages);
    try {
      // An aborted caller does not wait.
      await Promise.race([server.known(), aborted(own.signal, limits)]);
      chosenSlot = given ?? (await slots.choose(request, server.now.slots));
      own.signal.throwIfAborted();
      const opening = { target: chosenSlot, limits, signal: own.signal, measure };
      const { chunks } = await open(request, opening);
      const reading = {
        name: server.name || UNNAMED,
        tokensMax: request.maxTokens,
        hasTools: request.extra?.["tools"] !== undefined,
        mayRepeat: request.purpose === "chat",
        hasSchema: request.schema !== undefined,
        limits,
        measure,
      };
      for await (const event of readChunks(chunks, reading, server.now.traits)) {
        // A complete answer stays one, though its stream was left open until the limit.
        (event.type === "finish" ? signal : own.signal).throwIfAborted();
        if (event.type === "finish") [usage, answeredBy] = [event.usage, event.model];
        else measure.piece();
        yield event;
      }
      if (request.schema !== undefined) server.fields.endedUnderSchema(false);
      measure.answered(usage);
      server.answered(answeredBy);
      read = true;
    } catch (error) {
      if (own.signal.aborted) throw own.signal.reason;
      if (request.schema !== undefined && error instanceof RequestRefused && error.field === "json_schema")
        server.fields.endedUnderSchema(true);
      const told = toModelError(error, serverAddress(root), limits.begun);
      const failure = limits.begun ? told : await server.asAway(told);
      server.refusesKey ||= failure instanceof KeyRefused;
      if (failure.code === "model_unavailable") {
        server.wentAway();
        slots.forget();
      }
      throw failure;
    } finally {
      limits.over();
      if (chosenSlot !== null) slots.left(chosenSlot, usage);
      running.delete(own);
      // Also if the consumer breaks out: only a closed socket frees the slot.
      if (read) void server.left();
      else own.abort();
    }
  }

  /**
   * Slots in turn; those in use, now or before, are skipped. Once a connection: a server that sleeps when it is idle
   * (`--sleep-idle-seconds`) is woken by the question, with all slots unused.
   */
  async function warm(request: ModelRequest, signal: AbortSignal): Promise<ModelUsage[]> {
    const usages: ModelUsage[] = [];
    const unused = server.now.isWarm ? [] : await server.unusedSlots();
    for (const slot of unused ?? []) {
      for await (const event of stream(request, signal, { slot, known: 0 })) {
        if (event.type === "finish" && event.usage !== null) usages.push(event.usage);
      }
    }
    server.now.isWarm ||= unused !== null;
    return usages;
  }

  return {
    info: () => ({
      kind: "server",
      name: server.name || UNNAMED,
      contextTokens: server.now.contextTokens,
      learned: server.learned(),
    }),
    health: (signal) => server.health(signal),
    stream: (request, signal) => stream(request, signal),
    warm,
    async probe(signal) {
      await server.known();
      if (server.now.keepsSchema !== null) return [];
      const { keepsSchema, reusesPrompt, usages } = await probe((request) => stream(request, signal));
      const { now } = server;
      now.keepsSchema = keepsSchema;
      now.reusesPrompt = now.traits.tellsCache ? reusesPrompt : null;
      return usages;
    },
    async close() {
      for (const own of running.keys()) own.abort(new EngramError("shutting_down"));
      agents.destroy();
      chatAgents.destroy();
    },
  };
}

interface Opening {
  target: ChosenSlot | null;
  limits: Limits;
  signal: AbortSignal;
  measure: Measure;
}
