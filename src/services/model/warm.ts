import type { ChatModel, ModelRequest } from "../../ports/chat-model.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { collect } from "./collect.ts";
import { Preempted, type ModelGate } from "./gate.ts";

/** A prompt that takes longer to read is left to the message that needs it. */
const READ_AHEAD_MS_MAX = 120_000;

/** Of replies whose user chose none: they should begin at once. It stands at the beginning of the prompt, too. */
export const REPLY_EFFORT = "low";

interface WarmDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
}

/**
 * Has what every conversation begins with read before anybody writes: on a home machine the first message of each would
 * wait two seconds for it. Cheap to call again: a slot that was used is left alone.
 */
export async function warmModel({ model, gate, prompts }: WarmDeps, signal: AbortSignal): Promise<void> {
  const request: ModelRequest = {
    purpose: "warm",
    messages: [
      { role: "system", content: prompts.get("chat").text },
      { role: "user", content: "" },
    ],
    effort: REPLY_EFFORT,
    temperature: 0,
    maxTokens: 1,
  };
  try {
    await gate.background("idle", signal, async (inner) => model.warm?.(request, inner));
  } catch (error) {
    if (!(error instanceof Preempted)) throw error;
  }
}

/**
 * Has what the next message of a conversation will begin with read while nobody waits; given up when a chat wants the model.
 * A server that re-reads every prompt would gain nothing.
 */
export async function readAhead(
  { model, gate }: Pick<WarmDeps, "model" | "gate">,
  request: ModelRequest,
): Promise<void> {
  if (model.info().learned === undefined) return;
  const signal = AbortSignal.timeout(READ_AHEAD_MS_MAX);
  await gate.background("live", signal, (inner) => collect(model, request, inner)).catch(() => undefined);
}
