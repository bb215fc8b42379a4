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
  /** Calls are expected as `function_call`. */
  isLegacy: boolean;
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

  shown(index: number, isLegacy: boolean) {
    const { reply, reasoning, calls, logprobs } = this;
    const finish = this.finish ?? "stop";
    return {
      index,
      message: {
        role: "assistant",
        content: reply === "" && calls.length > 0 ? null : reply,
        ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
        ...callsOf(
          calls.map(({ index: _, ...call }) => call),
          isLegacy,
        ),
      },
      logprobs: logprobsOf(logprobs),
      finish_reason: isLegacy ? legacyFinish(finish) : finish,
    };
  }
}

/** The older form has room for the first call alone. */
function callsOf(calls: readonly { index?: number; function?: unknown }[], isLegacy: boolean): object {
  if (calls.length === 0) return {};
  if (!isLegacy) return { tool_calls: calls };
  const first = calls.find(({ index = 0 }) => index === 0);
  return first === undefined ? {} : { function_call: first.function };
}

function legacyFinish(finish: string): string {
  return finish === "tool_calls" ? "function_call" : finish;
}

export async function completion({ turn, created, choices: count, isLegacy }: OpenedChoices) {
  const own = new Choice();
  const choices = [own, ...Array.from({ length: count - 1 }, () => new Choice())];
  for await (const event of turn) {
    if (event.type === "choice") choices[event.index]?.add(event.event);
    else if (event.type !== "done") own.add(event);
    else {
      Object.assign(own, { reply: event.reply, finish: event.finish });
      return {
        id: `chatcmpl-${event.episodeId}`,
        object: "chat.completion" as const,
        created,
        model: event.model,
        // A reply that the memory itself wrote has no alternatives.
        choices: choices.map((choice, index) =>
          (choice.finish === null ? own : choice).shown(index, isLegacy),
        ),
        usage: usageOf(event, choices),
      };
    }
  }
  throw new EngramError("internal");
}

export async function* chunks(
  { turn, episodeId, created, choices: count, isLegacy }: OpenedChoices,
  { usage, model }: { usage: boolean; model: string },
): AsyncGenerator<SseEvent, void, undefined> {
  const whole = { id: `chatcmpl-${episodeId ?? 0}`, object: "chat.completion.chunk", created, model };
  const chunk = (index: number, delta: object, finish: string | null, tokens: unknown[] = []): SseEvent => {
    const finish_reason = isLegacy && finish !== null ? legacyFinish(finish) : finish;
    return { data: { ...whole, choices: [{ index, delta, logprobs: logprobsOf(tokens), finish_reason }] } };
  };
  const choices = Array.from({ length: count }, () => new Choice());
  try {
    for (const index of choices.keys()) yield chunk(index, { role: "assistant", content: "" }, null);
    for await (const event of turn) {
      const [index, piece] = event.type === "choice" ? [event.index, event.event] : [0, event];
      const choice = choices[index];
      choice?.add(piece);
      const delta = deltaOf(piece, isLegacy);
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
    await turn.return?.();
  }
}

function deltaOf(piece: ChatEvent | ModelEvent, isLegacy: boolean): object | null {
  if (piece.type === "delta" || piece.type === "aside") return { content: piece.text };
  if (piece.type === "reasoning") return { reasoning_content: piece.text };
  return piece.type === "tool_calls" ? callsOf(piece.delta as ToolCall[], isLegacy) : null;
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
