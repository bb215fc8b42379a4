import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { EngramError, invalidField } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { storeOf, type RouteContext } from "../context.ts";
import { asEngramError, openAiErrorOf } from "../errors.ts";
import { parse } from "../schemas.ts";
import { sendSse, type SseEvent } from "../sse.ts";
import { turnOpener, type Turn } from "./open-turn.ts";
import { EventStream } from "../view-schemas.ts";
import { CompletionBody, withoutNulls } from "./schema.ts";
import { mergeCalls, type ToolCall } from "./tool-calls.ts";

const ITEMS_MAX = 4000;
const ID = /^resp_(.+)$/;

const Item = z.preprocess(
  withoutNulls,
  z.union([z.string().transform((content) => ({ role: "user", content })), z.looseObject({})]),
);
type Item = Record<string, unknown>;

/** What `/v1/responses` reads; its messages are read as those of `/v1/chat/completions`. */
const ResponsesBody = z.preprocess(
  withoutNulls,
  z.looseObject({
    input: z.union([z.string(), z.array(Item).min(1).max(ITEMS_MAX)]),
    instructions: z.string().optional(),
    stream: z.boolean().optional(),
    previous_response_id: z.string().max(200).optional(),
    conversation: z
      .union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])
      .optional(),
    max_output_tokens: z.unknown().optional(),
    tools: z.array(z.looseObject({})).max(128).optional().catch(undefined),
    tool_choice: z.unknown().optional(),
    text: z
      .looseObject({ format: z.looseObject({}).optional() })
      .optional()
      .catch(undefined),
  }),
);
const ResponseOrEvents = {
  description: "A response, or its events when `stream` is true",
  content: {
    "application/json": {
      schema: z
        .looseObject({ id: z.string(), object: z.literal("response"), status: z.string(), model: z.string() })
        .meta({ id: "OpenAiResponse" }),
    },
    ...EventStream.content,
  },
};
type ResponsesBody = z.output<typeof ResponsesBody>;
type Done = Extract<ChatEvent, { type: "done" }>;

/** `/v1/responses`: the newer API of the same clients, over the same turns. */
export function responseRoutes(context: RouteContext): FastifyPluginAsyncZod {
  const open = turnOpener(context);
  return async (app) => {
    app.post(
      "/v1/responses",
      {
        config: { right: "write" },
        schema: {
          summary: "OpenAI-compatible responses with memory",
          body: ResponsesBody,
          response: { 200: ResponseOrEvents },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const previous = body.previous_response_id;
        const goesOn =
          previous === undefined
            ? body.conversation
            : await conversationOf(storeOf(context, request), previous);
        const { turn, first, created } = await open(
          request,
          reply,
          parse(CompletionBody, asChat(body)),
          goesOn,
        );
        const answer = new Answer(first, created, previous ?? null);
        if (body.stream) return sendSse(reply, answer.events(turn));
        for await (const _ of answer.events(turn, { throws: true })) continue;
        return answer.whole("completed");
      },
    );
  };
}

async function conversationOf(user: ReturnType<typeof storeOf>, id: string): Promise<string> {
  const episode = await user.episode(ID.exec(id)?.[1] ?? "");
  if (episode === null) throw invalidField("previous_response_id", "there is no such response");
  return episode.conversationId;
}

/** The request as one to `/v1/chat/completions`. */
function asChat(body: ResponsesBody): Record<string, unknown> {
  const { input, instructions, max_output_tokens, tools, text, conversation: _, ...more } = body;
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const format = text?.format;
  return {
    ...more,
    messages: [
      ...(instructions === undefined ? [] : [{ role: "system", content: instructions }]),
      ...items.flatMap(messageOf),
    ],
    max_tokens: max_output_tokens,
    tools: tools?.map(asChatTool),
    response_format: format?.type === "json_schema" ? { type: "json_schema", json_schema: format } : format,
  };
}

function asChatTool(tool: Item): Item {
  const { type, ...fields } = tool;
  return type === "function" && !("function" in tool) ? { type, function: fields } : tool;
}

function messageOf(item: Item): Item[] {
  const { type, call_id: id, name, arguments: given, output } = item;
  if (type === "function_call")
    return [
      { role: "assistant", tool_calls: [{ id, type: "function", function: { name, arguments: given } }] },
    ];
  if (type === "function_call_output") {
    const content = typeof output === "string" ? output : JSON.stringify(output ?? "");
    return [{ role: "tool", tool_call_id: id, content }];
  }
  if (type !== undefined && type !== "message") return [];
  const { role, content } = item;
  return [{ role, content: Array.isArray(content) ? content.map(asChatPart) : content }];
}

/** An image by its address alone, as this API names it. */
function asChatPart(part: unknown): unknown {
  const { type, image_url: url } = (part ?? {}) as Item;
  return type === "input_image" && typeof url === "string" ? { type: "image_url", image_url: { url } } : part;
}

/** What came of one request, as it grows. */
class Answer {
  private readonly id: string;
  private readonly created: number;
  private readonly previous: string | null;
  private readonly first: IteratorResult<ChatEvent, void>;
  private text = "";
  private readonly calls: ToolCall[] = [];
  private done: Done | null = null;
  private sequence = 0;

  constructor(first: IteratorResult<ChatEvent, void>, created: number, previous: string | null) {
    this.id = first.value?.type === "accepted" ? first.value.episodeId : "task";
    this.created = created;
    this.previous = previous;
    this.first = first;
  }

  async *events(turn: Turn, { throws = false } = {}): AsyncGenerator<SseEvent, void, undefined> {
    const item = { output_index: 0, item_id: `msg_${this.id}` };
    const part = { ...item, content_index: 0 };
    try {
      yield this.event("response.created", { response: this.whole("in_progress") });
      yield this.event("response.in_progress", { response: this.whole("in_progress") });
      yield this.event("response.output_item.added", {
        output_index: 0,
        item: this.message("in_progress", []),
      });
      yield this.event("response.content_part.added", { ...part, part: partOf("") });
      for (let result = this.first; !result.done; result = await turn.next()) {
        const event = result.value;
        if (event.type === "delta") {
          this.text += event.text;
          yield this.event("response.output_text.delta", { ...part, delta: event.text, logprobs: [] });
        } else if (event.type === "tool_calls") mergeCalls(this.calls, event.delta);
        else if (event.type === "done") this.done = event;
      }
      if (this.done === null) throw new EngramError("internal");
      this.text = this.done.reply;
      yield this.event("response.output_text.done", { ...part, text: this.text, logprobs: [] });
      yield this.event("response.content_part.done", { ...part, part: partOf(this.text) });
      for (const [output_index, one] of this.output("completed").entries()) {
        if (output_index > 0)
          yield this.event("response.output_item.added", {
            output_index,
            item: { ...one, status: "in_progress" },
          });
        yield this.event("response.output_item.done", { output_index, item: one });
      }
      const isCut = this.done.finish === "length";
      const status = isCut ? "incomplete" : "completed";
      yield this.event(`response.${status}`, { response: this.whole(status) });
    } catch (error) {
      if (throws) throw error;
      const { message, code } = asEngramError(error);
      const response = { ...this.whole("failed"), error: { code, message } };
      yield this.event("response.failed", { response });
      yield {
        event: "error",
        data: { type: "error", ...(openAiErrorOf(asEngramError(error)).body as object) },
      };
    } finally {
      await turn.return();
    }
  }

  private event(type: string, data: object): SseEvent {
    return { event: type, data: { type, sequence_number: this.sequence++, ...data } };
  }

  whole(status: "in_progress" | "completed" | "incomplete" | "failed") {
    const { promptTokens = 0, completionTokens = 0, cachedTokens = 0 } = this.done?.usage ?? {};
    const isCut = this.done?.finish === "length";
    return {
      id: `resp_${this.id}`,
      object: "response" as const,
      created_at: this.created,
      status: status === "completed" && isCut ? "incomplete" : status,
      error: null,
      incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
      model: this.done?.model ?? "",
      output: this.done === null ? [] : this.output("completed"),
      previous_response_id: this.previous,
      parallel_tool_calls: true,
      tool_choice: "auto",
      tools: [],
      usage:
        this.done === null
          ? null
          : {
              input_tokens: promptTokens,
              input_tokens_details: { cached_tokens: cachedTokens },
              output_tokens: completionTokens,
              output_tokens_details: { reasoning_tokens: 0 },
              total_tokens: promptTokens + completionTokens,
            },
    };
  }

  private message(status: string, content: object[]): object {
    return { id: `msg_${this.id}`, type: "message", role: "assistant", status, content };
  }

  private output(status: string): object[] {
    const calls = this.calls.map(({ id, function: { name, arguments: given } }, at) => ({
      id: `fc_${this.id}_${at}`,
      type: "function_call",
      call_id: id ?? `call_${at}`,
      name,
      arguments: given,
      status,
    }));
    return [this.message(status, [partOf(this.text)]), ...calls];
  }
}

function partOf(text: string): object {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}
