import { type Language, type LanguagePack, PACKS, anySource } from "./index.ts";
import { fold } from "./text.ts";

/** Personal pronouns, folded: a closed class. */
const FIRST = pronouns(({ words }) => words.first);
const SECOND = pronouns(({ words }) => words.second);
const THIRD = pronouns(({ words }) => words.third);
const PLURAL = pronouns(({ words }) => words.plural);

function pronouns(source: (pack: LanguagePack) => string): RegExp {
  return new RegExp(`\\b(?:${anySource(source)})\\b`);
}

export function hasFirstPerson(text: string): boolean {
  return FIRST.test(fold(text));
}

/** Third persons refer to someone named before. "It" and "sie" are too ambiguous. */
export function hasThirdPerson(text: string): boolean {
  return THIRD.test(fold(text));
}

/** Whether a text may refer to anyone besides its speaker by a pronoun: "you", "we", "she". */
export function mayMeanAnother(text: string): boolean {
  const folded = fold(text);
  return SECOND.test(folded) || THIRD.test(folded) || PLURAL.test(folded);
}

/** Whether a name is no more than a pronoun of that language, as "She" and "we" are; "US" and "IT" are names. */
export function isPronoun(name: string, language: Language): boolean {
  return !/^\p{Lu}{2,}$/u.test(name) && PACKS[language].words.pronouns.split(" ").includes(fold(name));
}
