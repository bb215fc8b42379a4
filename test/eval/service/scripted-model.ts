import { EngramError } from "../../../src/errors.ts";
import type { ChatModel, ModelEvent, ModelRequest } from "../../../src/ports/chat-model.ts";

/** What a scripted model says: replies as written, extraction by the given function. */
export interface Script {
  reply: () => string;
  extract: (request: ModelRequest) => unknown;
  /** What a pass of the ensemble answers; without it nobody votes. */
  vote?: (request: ModelRequest) => string;
}

const NAME = "scripted";

/** Answers chat and extraction from a script; whatever else is asked finds no model, as on a machine without one. */
export function scriptedModel(script: Script): ChatModel {
  return {
    info: () => ({ kind: script.vote ? "server" : "none", name: NAME, contextTokens: null }),
    health: async () => "ready",
    stream: (request) => stream(answerTo(script, request)),
    close: async () => {},
  };
}

/** The reply as it is written in the data, whoever extracts: what was said next refers to it. */
export function scriptedReplies(reply: () => string, model: ChatModel): ChatModel {
  return {
    info: () => model.info(),
    health: (signal) => model.health(signal),
    stream: (request, signal) => (request.purpose === "chat" ? stream(reply) : model.stream(request, signal)),
    close: () => model.close(),
  };
}

function answerTo(script: Script, request: ModelRequest): () => string {
  if (request.purpose === "chat") return script.reply;
  if (request.purpose === "extract") return () => JSON.stringify(script.extract(request));
  const { vote } = script;
  if (vote) return () => vote(request);
  return () => {
    throw new EngramError("model_unavailable", "The script has no answer to this");
  };
}

async function* stream(answer: () => string): AsyncIterable<ModelEvent> {
  yield { type: "delta", text: answer() };
  yield { type: "finish", reason: "stop", usage: null, model: NAME };
}
