import type { ModelRequest } from "../../ports/chat-model.ts";
import type { Needs } from "../kernel.ts";
import { collect } from "./collect.ts";
import { Preempted } from "./gate.ts";

/** A prompt that takes longer to read is not read ahead. */
const READ_AHEAD_MS_MAX = 120_000;

/** Default effort of replies, which should begin at once. It is also at the start of the prompt. */
export const REPLY_EFFORT = "low";

/**
 * Has the common prefix of all conversations read in advance: on a home machine, the first message of each would
 * otherwise wait two seconds. Cheap to call again: a used slot is left alone.
 */
export async function warmModel(
  { model, gate, prompts }: Needs<"model" | "gate" | "prompts">,
  signal: AbortSignal,
): Promise<void> {
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
 * Has the prefix of a conversation's next message read while the model is free; abandoned if a chat needs the model.
 * Pointless for a server without slots that keep it, and dear for one that counts each prompt.
 */
export async function readAhead(
  { model, gate }: Needs<"model" | "gate">,
  request: ModelRequest,
): Promise<void> {
  if (!model.info().learned?.slots) return;
  const signal = AbortSignal.timeout(READ_AHEAD_MS_MAX);
  await gate.background("live", signal, (inner) => collect(model, request, inner)).catch(() => undefined);
}
