import { EngramError } from "../../../src/errors.ts";
import type { ChatModel, ModelEvent, ModelRequest } from "../../../src/ports/chat-model.ts";
import type { Ask } from "./ask.ts";
import { extractor } from "./extraction.ts";
import type { RecordedLife } from "./folder.ts";
import { LIST_ANSWERS } from "./lists.ts";
import { promptTokens, tokensOf } from "./tokens.ts";

export interface RecordedModelDeps {
  life: RecordedLife;
  ask: Ask;
}

const NAME = "recorded";

/**
 * A model whose answers are those that a strong language model gave to the same questions. What it was never asked is
 * noted and answered cautiously: nothing extracted, "unclear"; where no cautious answer is known, with an error.
 */
export function recordedModel(deps: RecordedModelDeps): ChatModel {
  const answer = answering(deps);
  return {
    // Of a kind that votes: without a model nobody is asked to judge.
    info: () => ({ kind: "server", name: NAME, contextTokens: null }),
    health: async () => "ready",
    stream: (request) => stream(request, answer),
    close: async () => {},
  };
}

function answering({ life, ask }: RecordedModelDeps): (request: ModelRequest) => unknown {
  const extract = extractor(life, ask);
  return ({ messages, schema, purpose }) => {
    if (schema?.name === "extraction") return extract(messages, purpose === "extract" ? "A" : "B");
    const listAnswer = LIST_ANSWERS[schema?.name ?? ""];
    if (schema && listAnswer) return listAnswer(ask, { messages, schema });
    return other(ask, { messages, schema, purpose });
  };
}

function other(
  ask: Ask,
  { messages, schema, purpose }: Pick<ModelRequest, "messages" | "schema" | "purpose">,
): unknown {
  const kind = schema?.name ?? purpose;
  const asked = messages.map(({ role, content }) => ({ role, content }));
  const answer = ask({ kind, messages: asked, ...(schema ? { schema: schema.schema } : {}) });
  if (answer === undefined)
    throw new EngramError("model_error", `There is no recorded answer of kind ${kind}`);
  return answer;
}

/** What cannot be answered rejects from the iterator, as with any model. */
async function* stream(
  request: ModelRequest,
  answer: (request: ModelRequest) => unknown,
): AsyncIterable<ModelEvent> {
  const said = answer(request);
  const text = typeof said === "string" ? said : JSON.stringify(said);
  const usage = { promptTokens: promptTokens(request), cachedTokens: 0, completionTokens: tokensOf(text) };
  yield { type: "delta", text };
  yield { type: "finish", reason: "stop", usage, model: NAME };
}
