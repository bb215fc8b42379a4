import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { EngramError, invalidFields } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { clientSignal, storeOf, type RouteContext } from "../context.ts";
import { embeddingRoutes } from "./embeddings.ts";
import { asEngramError, openAiErrorOf } from "../errors.ts";
import { ID_CHARS_MAX, MemoryModeSchema, parse } from "../schemas.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { CompletionBody } from "./schema.ts";
import { modeOf, REQUEST_MODES, toTask, toTurn, type OpenAiHeaders } from "./to-turn.ts";

type Turn = AsyncGenerator<ChatEvent, void, undefined>;
type Done = Extract<ChatEvent, { type: "done" }>;

/** `/v1`: any OpenAI-compatible client gets memory by changing its base URL. */
export function openAiRoutes(context: RouteContext): FastifyPluginAsync {
  const { engine } = context;
  /** Two first requests that name the same conversation: the second finds what the first one opened. */
  const oneAtATime = <T>(userId: string, name: string | undefined, begin: () => Promise<T>): Promise<T> =>
    name === undefined ? begin() : engine.nameLock.run(`${userId}/${name}`, begin);
  return async (app) => {
    app.post(
      "/v1/chat/completions",
      { schema: { tags: ["openai"], summary: "OpenAI-compatible chat completions with memory" } },
      async (request, reply) => {
        const body = parse(CompletionBody, request.body);
        const headers = headersOf(request);
        const user = storeOf(context, request);
        const signal = clientSignal(context, reply);
        const mode = await modeOf(user, body, headers, engine.clock.now());
        const named = mode === "task" ? undefined : headers.conversation;
        const { turn, first } = await oneAtATime(request.userId, named, async () => {
          const events =
            mode === "task"
              ? engine.task(toTask(body), signal)
              : engine.chat(request.userId, await toTurn(user, body, headers, mode), signal);
          const begun = context.inFlight.trackIterator(events);
          return { turn: begun, first: await begun.next() };
        });
        const created = Math.floor(Date.parse(engine.clock.now()) / 1000);
        reply.header(
          "x-engram-conversation",
          first.value?.type === "accepted" ? first.value.conversationId : "",
        );
        if (body.stream) {
          return sendSse(
            reply,
            chunks(turn, {
              created,
              usage: body.stream_options?.include_usage === true,
              first,
              model: engine.model.info().name,
            }),
          );
        }
        return completion(turn, first, created);
      },
    );

    app.get("/v1/models", { schema: { tags: ["openai"], summary: "The model that answers" } }, async () => ({
      object: "list",
      data: [modelCard(engine.model.info().name)],
    }));

    app.get<{ Params: { id: string } }>(
      "/v1/models/:id",
      { schema: { tags: ["openai"] } },
      async (request) => {
        const { name } = engine.model.info();
        const { id } = request.params;
        if (![name, ...REQUEST_MODES.map((mode) => `${name}:${mode}`)].includes(id))
          throw new EngramError("not_found", `The model does not exist; there is ${name}`);
        return modelCard(id);
      },
    );

    await app.register(embeddingRoutes(context));
  };
}

function modelCard(id: string) {
  return { id, object: "model", created: 0, owned_by: "engram" };
}

function headersOf(request: FastifyRequest): OpenAiHeaders {
  const memory = MemoryModeSchema.safeParse(single(request, "x-engram-memory") ?? "on");
  if (!memory.success)
    throw invalidFields([{ field: "X-Engram-Memory", message: "must be on, read or off" }]);
  const conversation =
    single(request, "x-engram-conversation") ??
    single(request, "x-openwebui-chat-id") ??
    single(request, "x-conversation-id");
  if (conversation !== undefined && conversation.length > ID_CHARS_MAX) {
    throw invalidFields([{ field: "X-Engram-Conversation", message: `at most ${ID_CHARS_MAX} characters` }]);
  }
  const asked = single(request, "x-engram-mode");
  const mode = REQUEST_MODES.find((one) => one === asked);
  if (asked !== undefined && mode === undefined)
    throw invalidFields([{ field: "X-Engram-Mode", message: `must be one of ${REQUEST_MODES.join(", ")}` }]);
  return { memory: memory.data, conversation: conversation === "" ? undefined : conversation, mode };
}

function single(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function completion(turn: Turn, first: IteratorResult<ChatEvent, void>, created: number) {
  let reasoning = "";
  const calls: ToolCall[] = [];
  for (let result = first; !result.done; result = await turn.next()) {
    const event = result.value;
    if (event.type === "reasoning") reasoning += event.text;
    else if (event.type === "tool_calls") mergeCalls(calls, event.delta);
    else if (event.type === "done") {
      await turn.next();
      return completionBody(event, reasoning, calls, created);
    }
  }
  throw new EngramError("internal");
}

function completionBody(done: Done, reasoning: string, calls: ToolCall[], created: number) {
  const content = done.reply === "" && calls.length > 0 ? null : done.reply;
  return {
    id: `chatcmpl-${done.episodeId}`,
    object: "chat.completion",
    created,
    model: done.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content,
          ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
          ...(calls.length > 0 ? { tool_calls: calls.map(({ index, ...call }) => call) } : {}),
        },
        logprobs: null,
        finish_reason: done.finish,
      },
    ],
    usage: usageOf(done),
  };
}

function usageOf({ usage }: Done) {
  const { promptTokens = 0, completionTokens = 0, cachedTokens = 0 } = usage ?? {};
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}

interface ToolCall {
  index: number;
  id?: string;
  type?: string;
  function: { name: string; arguments: string };
}

/** Streamed pieces of tool calls put together by their index. */
function mergeCalls(calls: ToolCall[], delta: unknown): void {
  for (const piece of (Array.isArray(delta) ? delta : []) as (Partial<ToolCall> & { index?: number })[]) {
    const index = piece.index ?? 0;
    const call = calls.find((known) => known.index === index);
    if (!call) {
      calls.push({
        index,
        ...(piece.id === undefined ? {} : { id: piece.id }),
        type: piece.type ?? "function",
        function: { name: piece.function?.name ?? "", arguments: piece.function?.arguments ?? "" },
      });
    } else {
      call.function.name += piece.function?.name ?? "";
      call.function.arguments += piece.function?.arguments ?? "";
    }
  }
}

interface ChunkOptions {
  created: number;
  usage: boolean;
  first: IteratorResult<ChatEvent, void>;
  model: string;
}

async function* chunks(turn: Turn, options: ChunkOptions): AsyncGenerator<SseEvent, void, undefined> {
  const id =
    options.first.value?.type === "accepted" ? `chatcmpl-${options.first.value.episodeId}` : "chatcmpl-0";
  const chunk = (delta: unknown, finish: string | null, extra: object = {}): SseEvent => ({
    data: {
      id,
      object: "chat.completion.chunk",
      created: options.created,
      model: options.model,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...extra,
    },
  });
  try {
    yield chunk({ role: "assistant", content: "" }, null);
    for (let result = options.first; !result.done; result = await turn.next()) {
      const event = result.value;
      if (event.type === "delta") yield chunk({ content: event.text }, null);
      else if (event.type === "reasoning") yield chunk({ reasoning_content: event.text }, null);
      else if (event.type === "tool_calls") yield chunk({ tool_calls: event.delta }, null);
      else if (event.type === "done") {
        yield chunk({}, event.finish);
        if (options.usage)
          yield { data: { ...(chunk({}, null).data as object), choices: [], usage: usageOf(event) } };
      }
    }
    yield { data: "[DONE]" };
  } catch (error) {
    yield { data: openAiErrorOf(asEngramError(error)).body };
  } finally {
    await turn.return();
  }
}
