import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import type { RouteContext } from "../context.ts";
import { embeddingRoutes } from "./embeddings.ts";
import { asEngramError, openAiErrorOf } from "../errors.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { EventStream } from "../view-schemas.ts";
import { CompletionBody } from "./schema.ts";
import { turnOpener, type Turn } from "./open-turn.ts";
import { responseRoutes } from "./responses.ts";
import { mergeCalls, type ToolCall } from "./tool-calls.ts";
import { REQUEST_MODES } from "./to-turn.ts";

type Done = Extract<ChatEvent, { type: "done" }>;

/** The fields that OpenAI clients read; the full format is in OpenAI's documentation. */
const CompletionResponse = {
  description: "A completion, or its chunks when `stream` is true",
  content: {
    "application/json": {
      schema: z
        .looseObject({
          id: z.string(),
          object: z.literal("chat.completion"),
          created: z.int(),
          model: z.string(),
          choices: z.array(
            z.looseObject({
              index: z.int(),
              message: z.looseObject({ role: z.string(), content: z.string().nullable() }),
              finish_reason: z.string(),
            }),
          ),
          usage: z.looseObject({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
        })
        .meta({ id: "OpenAiCompletion" }),
    },
    ...EventStream.content,
  },
};
const ModelCard = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.int(),
  owned_by: z.string(),
});

/** `/v1`: any OpenAI-compatible client gets memory by changing its base URL. */
export function openAiRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const { engine } = context;
  const open = turnOpener(context);
  return async (app) => {
    app.post(
      "/v1/chat/completions",
      {
        config: { right: "write" },
        schema: {
          summary: "OpenAI-compatible chat completions with memory",
          body: CompletionBody,
          response: { 200: CompletionResponse },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const { turn, first, created } = await open(request, reply, body);
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

    app.get(
      "/v1/models",
      {
        config: { right: "read" },
        schema: {
          summary: "The model that answers, in a list",
          response: { 200: z.object({ object: z.literal("list"), data: z.array(ModelCard) }) },
        },
      },
      async () => ({
        object: "list" as const,
        data: [modelCard(engine.model.info().name)],
      }),
    );

    app.get(
      "/v1/models/:id",
      {
        config: { right: "read" },
        schema: {
          summary: "The model that answers",
          params: z.object({ id: z.string() }),
          response: { 200: ModelCard },
        },
      },
      async (request) => {
        const { name } = engine.model.info();
        const { id } = request.params;
        if (![name, ...REQUEST_MODES.map((mode) => `${name}:${mode}`)].includes(id))
          throw new EngramError("not_found", `The model does not exist; there is ${name}`);
        return modelCard(id);
      },
    );

    await app.register(responseRoutes(context));
    await app.register(embeddingRoutes(context));
  };
}

function modelCard(id: string) {
  return { id, object: "model" as const, created: 0, owned_by: "engram" };
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
    object: "chat.completion" as const,
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
