import listed from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { PACKS } from "./packs.ts";
import { STOP_WORDS } from "./stems.ts";
import { fold, words } from "./text.ts";

/** Words without content of the languages that have no pack. */
const OTHERS = Object.entries(listed)
  .filter(([language]) => !(language in PACKS))
  .map(([, some]) => new Set(some.map(fold)));

const NONE: ReadonlySet<string> = new Set();
const NOT_LATIN = /^[^\p{sc=Latin}]*[\p{L}--\p{sc=Latin}]/v;

/** Whether a text is in a language without a pack, by its words or its script, and that language's words without content, if known. */
export function foreignness(text: string): { isForeign: boolean; empty: ReadonlySet<string> } {
  const said = words(text);
  const distinct = [...new Set(said)].filter((word) => /\p{L}/u.test(word));
  const among = (some: ReadonlySet<string>): number => distinct.filter((word) => some.has(word)).length;
  let [empty, most] = [NONE, among(STOP_WORDS)];
  for (const some of OTHERS) if (among(some) > most) [empty, most] = [some, among(some)];
  const isOtherScript = 2 * said.filter((word) => NOT_LATIN.test(word)).length > said.length;
  return { isForeign: empty.size > 0 || isOtherScript, empty };
}
