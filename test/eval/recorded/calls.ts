import type { ChatModel, ModelRequest } from "../../../src/ports/chat-model.ts";
import { promptTokens } from "./tokens.ts";

/** What a call asks for: `live` and `blind` are the two readings, the others are named by their schema. */
export const CALL_KINDS = [
  "live",
  "blind",
  "verdicts",
  "rulings",
  "changes",
  "standings",
  "wishes",
  "identities",
  "expansions",
  "other",
] as const;
type CallKind = (typeof CALL_KINDS)[number];

/** Which pass makes a call: while the user chats, or after. */
export type PassName = "live" | "idle";

/** One call of a model that was no chat reply. */
export interface ModelCall {
  pass: PassName;
  kind: CallKind;
  promptTokens: number;
}

/** The model, with every call that is no chat reply noted; `passNow` tells who makes it. */
export function countCalls(model: ChatModel, calls: ModelCall[], passNow: () => PassName): ChatModel {
  return {
    info: () => model.info(),
    health: (signal) => model.health(signal),
    stream(request, signal) {
      const pass = passNow();
      if (request.purpose !== "chat")
        calls.push({ pass, kind: kindOf(request, pass), promptTokens: promptTokens(request) });
      return model.stream(request, signal);
    },
    close: () => model.close(),
  };
}

function kindOf({ schema }: ModelRequest, pass: PassName): CallKind {
  if (schema?.name === "extraction") return pass === "live" ? "live" : "blind";
  return CALL_KINDS.find((kind) => kind === schema?.name) ?? "other";
}
