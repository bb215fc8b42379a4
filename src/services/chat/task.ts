import type { FinishReason, ModelMessage, ModelUsage } from "../../ports/chat-model.ts";
import { EngramError } from "../../errors.ts";
import { otherChoices, otherSeed } from "./choices.ts";
import type { ChatEvent } from "./events.ts";
import { REPLY_EFFORT } from "../model/warm.ts";
import type { ModelOptions, TurnDeps } from "./turn-types.ts";

/** A program's request about a chat: a title, tags, follow-up questions. */
export interface TaskInput extends ModelOptions {
  messages: ModelMessage[];
}

/** The model answers the request directly: nothing is recalled, stored or learned, and no conversation is created. */
export async function* runTask(
  { model, gate, limits, newId }: Pick<TurnDeps, "model" | "gate" | "limits" | "newId">,
  {
    messages,
    temperature = 0,
    maxTokens = limits.replyTokensMax,
    effort = REPLY_EFFORT,
    extra,
    choices,
  }: TaskInput,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, undefined> {
  const leaveChat = gate.enterChat();
  let reply = "";
  let end: { finish: FinishReason; usage: ModelUsage | null; model: string } | null = null;
  try {
    const request = {
      purpose: "chat",
      messages,
      effort,
      temperature,
      maxTokens,
      isLimitGiven: true,
      extra,
    } as const;
    for await (const event of model.stream(request, signal)) {
      if (event.type === "aside") continue;
      if (event.type === "finish") end = { finish: event.reason, usage: event.usage, model: event.model };
      else yield event;
      if (event.type === "delta") reply += event.text;
    }
    yield* otherChoices(choices, (index) =>
      model.stream({ ...request, extra: otherSeed(extra, index) }, signal),
    );
  } finally {
    leaveChat();
  }
  if (end === null) throw new EngramError("model_error", "The answer was cut");
  yield { type: "done", conversationId: "", episodeId: newId(), reply, recalled: [], ...end };
}
