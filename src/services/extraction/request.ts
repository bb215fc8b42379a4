import type { SaidTurn } from "../../domain/model/episode.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import { clip } from "../../language/text.ts";
import type { ModelMessage, ModelRequest } from "../../ports/chat-model.ts";
import { turnMessages } from "../chat/history.ts";
import { extractionSchema } from "./schema.ts";

/** First line of every trigger; the rules in the system prompt name it. */
const TRIGGER = "[extraction request]";

/**
 * The message that ends an extraction request; it contains no words of the turns themselves. Turns are counted from the
 * end, and those not asked about are marked.
 *
 * @param turns those at the end of the prompt
 */
export function triggerMessage(
  turns: readonly SaidTurn[],
  timeZone: string,
  asked: readonly SaidTurn[] = turns,
): ModelMessage {
  const ids = new Set(asked.map(({ id }) => id));
  const lines = turns.map((turn, index) =>
    ids.has(turn.id)
      ? `turn ${index + 1}: speaker=${asLine(turn.speaker ?? "user")} date=${turn.occurredAt} timezone=${timeZone}`
      : `turn ${index + 1}: not asked about, leave it out`,
  );
  return {
    role: "user",
    content: [TRIGGER, `turns: ${turns.length}`, ...lines].join("\n"),
  };
}

const TEMPERATURE = 0.4;
/** Longest answer about the turns of one call, reasoning included. */
export const EXTRACTION_TOKENS_MAX = 4096;

/** The live pass's request about `turns` turns. */
export function extractionRequest(messages: ModelMessage[], turns: number): ModelRequest {
  const schema = { name: "extraction", schema: extractionSchema(turns) };
  const maxTokens = EXTRACTION_TOKENS_MAX;
  return { purpose: "extract", messages, effort: "low", temperature: TEMPERATURE, maxTokens, schema };
}

/** Earlier turns are context: they are shortened and nothing is extracted from them. */
export function shortened<T extends Pick<SaidTurn, "userMessage" | "assistantReply">>(
  turn: T,
  { charsMax, replyCharsMax }: { charsMax: number; replyCharsMax: number },
): T {
  const { userMessage, assistantReply } = turn;
  return {
    ...turn,
    userMessage: clip(userMessage, charsMax),
    assistantReply: assistantReply && clip(assistantReply, replyCharsMax),
  };
}

/** Prefix, turns and trigger. */
export function extractionMessages(
  prefix: ModelMessage[],
  turns: readonly SaidTurn[],
  timeZone: string,
): ModelMessage[] {
  return [...prefix, ...turns.flatMap(turnMessages), triggerMessage(turns, timeZone)];
}
