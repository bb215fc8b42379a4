import { EngramError } from "../../errors.ts";
import type { ModelEvent } from "../../ports/chat-model.ts";
import type { ChatEvent } from "../../services/chat/events.ts";
import { mergeCalls, type ToolCall } from "../../services/chat/tool-calls.ts";
import { asEngramError, openAiErrorOf } from "../errors.ts";
import type { SseEvent } from "../sse.ts";
import type { Opened } from "./open-turn.ts";

/** The answers of `/v1/chat/completions`, whole or in chunks. */

type Done = Extract<ChatEvent, { type: "done" }>;

interface OpenedChoices extends Opened {
  /** The `n` of the request. */
  choices: number;
}

/** One answer of several, as it grows. */
class Choice {
  reply = "";
  reasoning = "";
  readonly calls: ToolCall[] = [];
  readonly logprobs: unknown[] = [];
  finish: string | null = null;
  tokens = 0;

  add(event: ChatEvent | ModelEvent): void {
    if (event.type === "delta" || event.type === "aside") this.reply += event.text;
    else if (event.type === "reasoning") this.reasoning += event.text;
    else if (event.type === "tool_calls") mergeCalls(this.calls, event.delta);
    else if (event.type === "logprobs") this.logprobs.push(...event.tokens);
    else if (event.type === "finish") {
      this.finish = event.reason;
      this.tokens = event.usage?.completionTokens ?? 0;
    }
  }

  shown(index: number) {
    const { reply, reasoning, calls, logprobs, finish } = this;
    return {
      index,
      message: {
        role: "assistant",
        content: reply === "" && calls.length > 0 ? null : reply,
        ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
        ...(calls.length > 0 ? { tool_calls: calls.map(({ index: _, ...call }) => call) } : {}),
      },
      logprobs: logprobsOf(logprobs),
      finish_reason: finish ?? "stop",
    };
  }
}

export async function completion({ turn, first, created, choices: count }: OpenedChoices) {
  const own = new Choice();
  const choices = [own, ...Array.from({ length: count - 1 }, () => new Choice())];
  for (let result = first; !result.done; result = await turn.next()) {
    const event = result.value;
    if (event.type === "choice") choices[event.index]?.add(event.event);
    else if (event.type !== "done") own.add(event);
    else {
      await turn.next();
      Object.assign(own, { reply: event.reply, finish: event.finish });
      return {
        id: `chatcmpl-${event.episodeId}`,
        object: "chat.completion" as const,
        created,
        model: event.model,
        // A reply that the memory itself wrote has no alternatives.
        choices: choices.map((choice, index) => (choice.finish === null ? own : choice).shown(index)),
        usage: usageOf(event, choices),
      };
    }
  }
  throw new EngramError("internal");
}

export async function* chunks(
  { turn, first, created, choices: count }: OpenedChoices,
  { usage, model }: { usage: boolean; model: string },
): AsyncGenerator<SseEvent, void, undefined> {
  const id = first.value?.type === "accepted" ? `chatcmpl-${first.value.episodeId}` : "chatcmpl-0";
  const whole = { id, object: "chat.completion.chunk", created, model };
  const chunk = (index: number, delta: object, finish: string | null, tokens: unknown[] = []): SseEvent => ({
    data: { ...whole, choices: [{ index, delta, logprobs: logprobsOf(tokens), finish_reason: finish }] },
  });
  const choices = Array.from({ length: count }, () => new Choice());
  try {
    for (const index of choices.keys()) yield chunk(index, { role: "assistant", content: "" }, null);
    for (let result = first; !result.done; result = await turn.next()) {
      const event = result.value;
      const [index, piece] = event.type === "choice" ? [event.index, event.event] : [0, event];
      const choice = choices[index];
      choice?.add(piece);
      const delta = deltaOf(piece);
      if (delta !== null) yield chunk(index, delta, null, choice?.logprobs.splice(0));
      if (piece.type === "finish") yield chunk(index, {}, piece.reason, choice?.logprobs.splice(0));
      if (event.type !== "done") continue;
      for (const [at, { finish, logprobs }] of choices.entries()) {
        if (finish !== null) continue;
        if (at > 0) yield chunk(at, { content: event.reply }, null);
        yield chunk(at, {}, event.finish, logprobs);
      }
      if (usage) yield { data: { ...whole, choices: [], usage: usageOf(event, choices) } };
    }
    yield { data: "[DONE]" };
  } catch (error) {
    yield { data: openAiErrorOf(asEngramError(error)).body };
  } finally {
    await turn.return();
  }
}

function deltaOf(piece: ChatEvent | ModelEvent): object | null {
  if (piece.type === "delta" || piece.type === "aside") return { content: piece.text };
  if (piece.type === "reasoning") return { reasoning_content: piece.text };
  return piece.type === "tool_calls" ? { tool_calls: piece.delta } : null;
}

function logprobsOf(tokens: readonly unknown[]): { content: readonly unknown[]; refusal: null } | null {
  return tokens.length === 0 ? null : { content: tokens, refusal: null };
}

/** The prompt counts once. */
function usageOf({ usage }: Done, others: readonly Choice[]) {
  const { promptTokens = 0, cachedTokens = 0 } = usage ?? {};
  const completionTokens = others.reduce((sum, { tokens }) => sum + tokens, usage?.completionTokens ?? 0);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
}
