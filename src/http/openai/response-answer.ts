import { EngramError } from "../../errors.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { asEngramError, openAiCodeOf, openAiErrorOf } from "../errors.ts";
import type { SseEvent } from "../sse.ts";
import type { Opened } from "./open-turn.ts";
import { mergeCalls, type ToolCall } from "../../services/chat/tool-calls.ts";

type ItemType = "reasoning" | "message" | "function_call";
type Status = "in_progress" | "completed" | "incomplete" | "failed";
type Done = Extract<ChatEvent, { type: "done" }>;

interface OutputItem {
  id: string;
  type: ItemType;
  /** Of a call: its arguments. */
  text: string;
  logprobs: unknown[];
  call?: { call_id: string; name: unknown; namespace?: unknown };
}

/** The names that a client gave its tools, by those that the model was given. */
export type ToolNames = ReadonlyMap<unknown, { name?: unknown; namespace?: unknown }>;

interface Answering extends Opened {
  previous: string | null;
  model: string;
  toolNames: ToolNames;
  /** Receives, at the end, the text and calls as a chat message; null if no tool is called. */
  onCalls(message: { role: "assistant"; content: string; tool_calls: object[] } | null): void;
}

const PREFIX: Record<ItemType, string> = { reasoning: "rs", message: "msg", function_call: "fc" };
const PIECES: Record<ItemType, string> = {
  reasoning: "response.reasoning_text",
  message: "response.output_text",
  function_call: "response.function_call_arguments",
};

/** The output of one `/v1/responses` request, as it grows: reasoning, a message and tool calls, each an item. */
export class ResponseAnswer {
  readonly id: string;
  private readonly turnId: string;
  private readonly asked: Answering;
  private readonly items: OutputItem[] = [];
  private open: OutputItem | null = null;
  private done: Done | null = null;
  private sequence = 0;
  /** Of the text that follows. */
  private logprobs: unknown[] = [];

  constructor(asked: Answering) {
    this.turnId = asked.episodeId ?? "task";
    this.id = `resp_${this.turnId}`;
    this.asked = asked;
  }

  async *events({ throws = false } = {}): AsyncGenerator<SseEvent, void, undefined> {
    const { turn } = this.asked;
    try {
      yield this.event("response.created", { response: this.whole("in_progress") });
      yield this.event("response.in_progress", { response: this.whole("in_progress") });
      const calls: ToolCall[] = [];
      for await (const event of turn) {
        if (event.type === "delta") yield* this.grow("message", event.text);
        else if (event.type === "reasoning") yield* this.grow("reasoning", event.text);
        else if (event.type === "logprobs") this.logprobs.push(...event.tokens);
        else if (event.type === "tool_calls") mergeCalls(calls, event.delta);
        else if (event.type === "done") this.done = event;
      }
      if (this.done === null) throw new EngramError("internal");
      yield* this.endReply(this.done.reply, calls.length > 0);
      const tool_calls = calls.map(({ index: _, ...call }) => call);
      for (const { id, function: called } of tool_calls) {
        const { name = called.name, namespace } = this.asked.toolNames.get(called.name) ?? {};
        yield* this.begin("function_call", { call_id: id, name, namespace });
        yield* this.grow("function_call", called.arguments);
        yield* this.end();
      }
      const message = { role: "assistant" as const, content: this.done.reply, tool_calls };
      this.asked.onCalls(calls.length === 0 ? null : message);
      const status = this.done.finish === "length" ? "incomplete" : "completed";
      yield this.event(`response.${status}`, { response: this.whole(status) });
    } catch (error) {
      if (throws) throw error;
      const failure = asEngramError(error);
      const { message, code } = failure;
      const response = { ...this.whole("failed"), error: { code: openAiCodeOf(code), message } };
      yield this.event("response.failed", { response });
      const { error: told } = openAiErrorOf(failure).body as { error: object };
      // OpenAI's is flat; its own package and others read the error within.
      yield this.event("error", { ...told, type: "error", error: told });
    } finally {
      await turn.return?.();
    }
  }

  /** The stored reply may differ from the streamed one; a reply of tool calls only has no message. */
  private *endReply(reply: string, hasCalls: boolean): Generator<SseEvent, void, undefined> {
    const said = this.items.filter(({ type }) => type === "message");
    if (said.length === 0 && !hasCalls) yield* this.grow("message", reply);
    else if (said.length === 1 && said[0] === this.open) this.open.text = reply;
    yield* this.end();
  }

  private *begin(type: ItemType, call?: OutputItem["call"]): Generator<SseEvent, void, undefined> {
    yield* this.end();
    const nth = this.items.filter((item) => item.type === type).length;
    const id = `${PREFIX[type]}_${this.turnId}${nth === 0 ? "" : `_${nth}`}`;
    this.open = { id, type, text: "", logprobs: [], ...(call ? { call } : {}) };
    this.items.push(this.open);
    const output_index = this.items.length - 1;
    yield this.event("response.output_item.added", { output_index, item: shown(this.open, "in_progress") });
    const part = partOf({ ...this.open, text: "", logprobs: [] });
    if (part !== null) yield this.event("response.content_part.added", { ...this.place(this.open), part });
  }

  private *grow(type: ItemType, delta: string): Generator<SseEvent, void, undefined> {
    if (this.open?.type !== type) yield* this.begin(type);
    if (this.open === null) return;
    this.open.text += delta;
    const logprobs = type === "message" ? this.logprobs.splice(0) : [];
    this.open.logprobs.push(...logprobs);
    const more = type === "message" ? { delta, logprobs } : { delta };
    yield this.event(`${PIECES[type]}.delta`, { ...this.place(this.open), ...more });
  }

  private *end(): Generator<SseEvent, void, undefined> {
    const item = this.open;
    if (item === null) return;
    const { type, text, logprobs, call } = item;
    const whole = {
      reasoning: { text },
      message: { text, logprobs },
      function_call: { arguments: text, name: call?.name },
    }[type];
    yield this.event(`${PIECES[type]}.done`, { ...this.place(item), ...whole });
    const part = partOf(item);
    if (part !== null) yield this.event("response.content_part.done", { ...this.place(item), part });
    const output_index = this.items.length - 1;
    yield this.event("response.output_item.done", { output_index, item: shown(item, "completed") });
    this.open = null;
  }

  private place({ id, type }: OutputItem): object {
    const place = { item_id: id, output_index: this.items.length - 1 };
    return type === "function_call" ? place : { ...place, content_index: 0 };
  }

  private event(type: string, data: object): SseEvent {
    return { event: type, data: { type, sequence_number: this.sequence++, ...data } };
  }

  whole(status: Status) {
    const { promptTokens = 0, completionTokens = 0, cachedTokens = 0 } = this.done?.usage ?? {};
    const isCut = this.done?.finish === "length";
    return {
      id: this.id,
      object: "response" as const,
      created_at: this.asked.created,
      status: status === "completed" && isCut ? "incomplete" : status,
      error: null,
      incomplete_details: isCut ? { reason: "max_output_tokens" } : null,
      model: this.done?.model ?? this.asked.model,
      output: this.done === null ? [] : this.items.map((item) => shown(item, "completed")),
      previous_response_id: this.asked.previous,
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
}

/** An item as sent to clients; empty while it grows. */
function shown(item: OutputItem, status: "in_progress" | "completed"): object {
  const { id, type, text, call } = item;
  const isWhole = status === "completed";
  const content = isWhole ? [partOf(item)] : [];
  switch (type) {
    case "reasoning":
      return { id, type, status, summary: [], content };
    case "message":
      return { id, type, role: "assistant", status, content };
    case "function_call":
      return { id, type, status, ...call, arguments: isWhole ? text : "" };
  }
}

/** The content of an item; null for a call. */
function partOf({ type, text, logprobs }: OutputItem): object | null {
  if (type === "function_call") return null;
  return type === "reasoning"
    ? { type: "reasoning_text", text }
    : { type: "output_text", text, annotations: [], logprobs };
}
