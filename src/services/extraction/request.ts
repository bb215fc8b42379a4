import type { Episode } from "../../domain/model/episode.ts";
import { asLine } from "../../domain/model/prompt-data.ts";
import type { ModelMessage } from "../../ports/chat-model.ts";
import { turnMessages } from "../chat/history.ts";

/** First line of every trigger; the rules in the system prompt name it. */
const TRIGGER = "[extraction request]";

/**
 * The message that turns a conversation's own prefix into an extraction request. It comes last, so that the model
 * re-reads nothing before it; it carries no words of the turns themselves. Turns are counted from the end: one that
 * stands there and is not asked about says so.
 *
 * @param turns those at the end of the prompt
 */
export function triggerMessage(
  turns: Episode[],
  timeZone: string,
  asked: readonly Episode[] = turns,
): ModelMessage {
  const ids = new Set(asked.map(({ id }) => id));
  const lines = turns.map((turn, index) =>
    ids.has(turn.id)
      ? `turn ${index + 1}: speaker=${asLine(turn.speaker ?? "user")} date=${turn.occurredAt} timezone=${timeZone}`
      : `turn ${index + 1}: not asked about, leave it out`,
  );
  return {
    role: "user",
    content: [
      TRIGGER,
      `turns: ${turns.length}`,
      ...lines,
      "Write down what was stated in these turns as JSON, by the rules of extraction requests.",
    ].join("\n"),
  };
}

/** Prefix plus the turns plus the trigger. */
export function extractionMessages(
  prefix: ModelMessage[],
  turns: Episode[],
  timeZone: string,
): ModelMessage[] {
  return [...prefix, ...turns.flatMap(turnMessages), triggerMessage(turns, timeZone)];
}
