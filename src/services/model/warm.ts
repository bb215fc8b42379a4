import type { ChatModel, ModelRequest, ReasoningEffort } from "../../ports/chat-model.ts";
import type { PromptLibrary } from "../prompts/library.ts";
import { Preempted, type ModelGate } from "./gate.ts";

interface WarmDeps {
  model: ChatModel;
  gate: ModelGate;
  prompts: PromptLibrary;
  /** Of the chats: it stands at the beginning of the prompt, too. */
  effort: ReasoningEffort;
}

/**
 * Has what every conversation begins with read before anybody writes: on a home machine the first message of each would
 * wait two seconds for it. Cheap to call again: a slot that was used is left alone.
 */
export async function warmModel(
  { model, gate, prompts, effort }: WarmDeps,
  signal: AbortSignal,
): Promise<void> {
  const request: ModelRequest = {
    purpose: "warm",
    messages: [
      { role: "system", content: prompts.get("chat").text },
      { role: "user", content: "" },
    ],
    effort,
    temperature: 0,
    maxTokens: 1,
  };
  try {
    await gate.background("idle", signal, async (inner) => model.warm?.(request, inner));
  } catch (error) {
    if (!(error instanceof Preempted)) throw error;
  }
}
