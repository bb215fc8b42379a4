import type { ModelEvent } from "../../ports/chat-model.ts";
import type { ChatEvent } from "./events.ts";

/** The choices after the first, one after another, as a local model has few slots: shown, never stored. */
export async function* otherChoices(
  count: number,
  ask: (index: number) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ChatEvent, void, undefined> {
  for (let index = 1; index < count; index++)
    for await (const event of ask(index)) yield { type: "choice", index, event };
}

/** With the same seed, all choices would be the same. */
export function otherSeed(
  extra: Record<string, unknown> | undefined,
  index: number,
): Record<string, unknown> | undefined {
  const seed = extra?.["seed"];
  return typeof seed === "number" ? { ...extra, seed: seed + index } : extra;
}
