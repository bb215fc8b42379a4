import type { Extraction } from "../../domain/model/proposal.ts";
import { estimateTokens } from "../../language/text.ts";
import { languageOf as chosenLanguage, PACKS } from "../../language/index.ts";
import type { ChatModel, ModelEvent, ModelRequest, ModelSource } from "../../ports/chat-model.ts";
import { extractTurn } from "./extract.ts";
import { languageOf, replyTo } from "./reply.ts";

/** Name under which its replies and facts are recorded. */
const NOTEBOOK_NAME = "engram-notebook";

/**
 * What answers while no language model is connected: it quotes what the user said, and reads the plainest sentences for
 * the live pass. It knows the data of a request and never its prompt.
 */
export function createNotebook(): ChatModel {
  return {
    info: () => ({ kind: "none", name: NOTEBOOK_NAME, contextTokens: null }),
    health: async () => "ready",
    stream: streamReply,
    close: async () => {},
  };
}

async function* streamReply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
  signal.throwIfAborted();
  const { text, aside } = answerTo(request);
  for (const delta of text.match(/(?<!\s)\s*\S+(?:\s+$)?/g) ?? []) {
    signal.throwIfAborted();
    yield { type: "delta", text: delta };
  }
  signal.throwIfAborted();
  if (aside !== null) yield { type: "aside", text: aside };
  const usage = { promptTokens: 0, cachedTokens: 0, completionTokens: estimateTokens(text) };
  yield { type: "finish", reason: "stop", usage, model: NOTEBOOK_NAME };
}

function answerTo({ source, schema, messages }: ModelRequest): { text: string; aside: string | null } {
  if (source?.kind === "extract") return { text: JSON.stringify(extractionOf(source)), aside: null };
  if (source === undefined) return { text: schema ? "{}" : "", aside: null };
  const isFirst = !messages.some(({ role }) => role === "assistant");
  return { text: replyTo(source), aside: isFirst ? PACKS[languageOf(source)].notebook.aside : null };
}

/** What others said, and documents, are not read. */
function extractionOf({ turns, language }: Extract<ModelSource, { kind: "extract" }>): Extraction {
  return {
    turns: turns.map(({ userMessage, speaker, source }, index) => ({
      turn: index + 1,
      ...extractTurn(
        speaker === null && source !== "document" ? userMessage : "",
        chosenLanguage(language) ?? undefined,
      ),
    })),
  };
}
