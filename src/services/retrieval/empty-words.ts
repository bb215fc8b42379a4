import listed from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { PACKS } from "../../language/index.ts";
import { STOP_WORDS } from "../../language/stems.ts";
import { fold, words } from "../../language/text.ts";

/** Words without content of the languages that have no pack. */
const OTHERS = Object.entries(listed)
  .filter(([language]) => !(language in PACKS))
  .map(([, some]) => new Set(some.map(fold)));

const NONE: ReadonlySet<string> = new Set();

/** The words without content of the language that a question is in, if it has no pack: more of its words are in that list. */
export function emptyWords(question: string): ReadonlySet<string> {
  const asked = [...new Set(words(question))].filter((word) => /\p{L}/u.test(word));
  const among = (some: ReadonlySet<string>): number => asked.filter((word) => some.has(word)).length;
  let [best, most] = [NONE, among(STOP_WORDS)];
  for (const some of OTHERS) if (among(some) > most) [best, most] = [some, among(some)];
  return best;
}
