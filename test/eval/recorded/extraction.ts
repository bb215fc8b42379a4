import type { ModelMessage } from "../../../src/ports/chat-model.ts";
import type { Ask } from "./ask.ts";
import type { Extraction, RecordedLife } from "./folder.ts";
import { spaced } from "./normalise.ts";
import type { Reading } from "./question.ts";
import { turnFinder } from "./turn-finder.ts";

/** What is said of a turn that nobody read: nothing. */
const NOTHING: Extraction = {
  summary: null,
  emotion: null,
  valence: 0.5,
  importance: 0.3,
  place: null,
  entities: [],
  facts: [],
  requests: [],
};

/** Answers extraction requests about one life. */
export function extractor(
  life: RecordedLife,
  ask: Ask,
): (messages: ModelMessage[], reading: Reading) => object {
  const findTurn = turnFinder(life.turns);
  const readingOf = (id: string, reading: Reading): Extraction | undefined =>
    life.readings[reading].get(id) ?? life.readings.A.get(id);
  return (messages, reading) => ({
    turns: askedMessages(messages).map((at, n) => {
      const text = messages[at]?.content ?? "";
      const id = findTurn(text);
      const known = id === null ? undefined : readingOf(id, reading);
      return { turn: n + 1, ...(known ?? askedAnew(ask, messages, at, reading)) };
    }),
  });
}

/**
 * Where the turns stand that an extraction request asks about: the last n messages of the user before the trigger,
 * where n stands in its line `turns: n`. A trigger that names its turns in another way is read here.
 */
function askedMessages(messages: ModelMessage[]): number[] {
  const count = /^turns: (\d+)/m.exec(messages.at(-1)?.content ?? "")?.[1];
  if (count === undefined)
    throw new Error("the extraction request does not tell how many turns it asks about");
  const said = messages.slice(0, -1).flatMap(({ role }, at) => (role === "user" ? [at] : []));
  return said.slice(-Number(count));
}

function askedAnew(ask: Ask, messages: ModelMessage[], at: number, reading: Reading): object {
  const before = messages.slice(1, at).map(({ role, content }) => `${role}: ${content}`);
  return ask({ kind: "extract", reading, text: spaced(messages[at]?.content ?? ""), before }) ?? NOTHING;
}
