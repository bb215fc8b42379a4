import { EngramError } from "../../errors.ts";
import type { ChatModel, ModelEvent, ModelRequest, ModelUsage } from "../../ports/chat-model.ts";

/** The outcome of a request; metrics are based on these. */
export interface ModelCall extends ModelUsage {
  purpose: ModelRequest["purpose"];
  outcome: "ok" | "aborted" | "error";
}

/** The same model, reporting every request once when it ends. */
export function meteredModel(model: ChatModel, report: (call: ModelCall) => void): ChatModel {
  return {
    info: () => model.info(),
    health: (signal) => model.health(signal),
    close: () => model.close(),
    warm: async (request, signal) => reported("warm", (await model.warm?.(request, signal)) ?? [], report),
    probe: async (signal) => reported("probe", (await model.probe?.(signal)) ?? [], report),
    stream: (request, signal) => metered(model, request, signal, report),
  };
}

function reported(
  purpose: ModelCall["purpose"],
  usages: ModelUsage[],
  report: (call: ModelCall) => void,
): ModelUsage[] {
  for (const usage of usages) report({ purpose, outcome: "ok", ...usage });
  return usages;
}

async function* metered(
  model: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
  report: (call: ModelCall) => void,
): AsyncGenerator<ModelEvent> {
  const call: ModelCall = {
    purpose: request.purpose,
    outcome: "aborted",
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
  };
  try {
    for await (const event of model.stream(request, signal)) {
      if (event.type === "finish") Object.assign(call, event.usage, { outcome: "ok" });
      yield event;
    }
  } catch (error) {
    if (error instanceof EngramError) call.outcome = "error";
    throw error;
  } finally {
    report(call);
  }
}
