import type { ModelEvent, ModelRequest } from "../../src/ports/chat-model.ts";
import { createModelGate } from "../../src/services/model/gate.ts";
import type { AskDeps } from "../../src/services/verification/ask.ts";
import { shippedPrompts } from "../eval/service/prompts.ts";

/** What a pass needs, with a model that gives one answer, of 70 prompt tokens, to whatever it is asked. */
export function answering(
  answer: string,
  reason: "stop" | "length",
  now: string,
): { deps: AskDeps; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const usage = { promptTokens: 70, completionTokens: 7 };
  const model = {
    info: () => ({ kind: "server" as const, name: "m", contextTokens: null }),
    health: async () => "ready" as const,
    async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
      requests.push(request);
      yield { type: "delta", text: answer };
      yield { type: "finish", reason, usage: usage as never, model: "m" };
    },
    close: async () => {},
  };
  const deps = {
    model,
    gate: createModelGate(),
    prompts: shippedPrompts(),
    clock: { now: () => now },
  };
  return { deps, requests };
}
