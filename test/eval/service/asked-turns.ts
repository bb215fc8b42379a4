import type { Instant } from "../../../src/domain/model/time.ts";
import type { ModelRequest } from "../../../src/ports/chat-model.ts";

/**
 * When the turns were said that an extraction request asks about, in their order: its last message has a line
 * `turn N: ... date=<instant>` for each. Throws when it names none, lest a changed request be answered with nothing.
 */
export function askedTurns(request: ModelRequest): Instant[] {
  const trigger = request.messages.at(-1)?.content ?? "";
  const asked = [...trigger.matchAll(/^turn \d+:.* date=(\S+)/gm)].map((match) => match[1] as Instant);
  if (asked.length === 0) throw new Error("the extraction request names no turn");
  return asked;
}
