import listed from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { guessLanguage } from "./detect.ts";
import { PACKS } from "./packs.ts";
import { COURTESY, STOP_WORDS } from "./stems.ts";
import { fold, words } from "./text.ts";

/** Words without content of the languages that have no pack. */
const OTHERS = Object.entries(listed)
  .filter(([language]) => !(language in PACKS))
  .map(([language, some]) => [language, new Set(some.map(fold))] as const);

/** "Ok" and "hallo" are words of many lists. */
const OURS = STOP_WORDS.union(COURTESY);

const NONE: ReadonlySet<string> = new Set();
const NOT_LATIN = /^[^\p{sc=Latin}]*[\p{L}--\p{sc=Latin}]/v;

export interface TextLanguage {
  /** ISO 639-1; "und" if it has a pack and is not known, "" if it is not known at all. */
  language: string;
  hasPack: boolean;
  /** Its words without content, where it has no pack. */
  empty: ReadonlySet<string>;
}

/** The language of a text by its words, else by its script. */
export function languageIn(text: string): TextLanguage {
  const said = words(text);
  const distinct = [...new Set(said)].filter((word) => /\p{L}/u.test(word));
  const among = (some: ReadonlySet<string>): number => distinct.filter((word) => some.has(word)).length;
  let [language, empty, most] = ["", NONE, among(OURS)];
  for (const [other, some] of OTHERS)
    if (among(some) > most) [language, empty, most] = [other, some, among(some)];
  const isOtherScript = 2 * said.filter((word) => NOT_LATIN.test(word)).length > said.length;
  const hasPack = language === "" && !isOtherScript;
  return { language: hasPack ? knownLanguage(text) : language, hasPack, empty };
}

/** Which of those with a pack; "und" if nothing tells. */
function knownLanguage(text: string): string {
  // Where nothing tells, the guess is whichever fallback it is given.
  const guess = guessLanguage(text, "en");
  return guess === guessLanguage(text, "de") ? guess : "und";
}
