import listed from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { everyWord, PACKS } from "./packs.ts";
import { fold, words } from "./text.ts";

/** Words without content of the languages that have a pack. */
export const STOP_WORDS = everyWord(({ words: known }) => known.stop);

/** Those of the languages without one. */
const OTHERS = Object.entries(listed)
  .filter(([language]) => !(language in PACKS))
  .map(([, some]) => new Set(some.map(fold)));

const NONE: ReadonlySet<string> = new Set();
const FOREIGN = /^[^\p{sc=Latin}]*[\p{L}--\p{sc=Latin}]/v;

/** Whether a text is in a language without a pack, by its words or its script. */
export function isForeign(text: string): boolean {
  const said = words(text);
  return foreignWords(said).size > 0 || 2 * said.filter((word) => FOREIGN.test(word)).length > said.length;
}

/** The words without content of the language that a text is in, if it has no pack: more of its words are in that list. */
export function emptyWords(text: string): ReadonlySet<string> {
  return foreignWords(words(text));
}

function foreignWords(said: readonly string[]): ReadonlySet<string> {
  const distinct = [...new Set(said)].filter((word) => /\p{L}/u.test(word));
  const among = (some: ReadonlySet<string>): number => distinct.filter((word) => some.has(word)).length;
  let [best, most] = [NONE, among(STOP_WORDS)];
  for (const some of OTHERS) if (among(some) > most) [best, most] = [some, among(some)];
  return best;
}
