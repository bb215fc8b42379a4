import { anySource, everyRow } from "../../language/index.ts";
import { fold } from "../../language/text.ts";

/** Type names mapped to the usual one that certainly means the same. */
const USUAL = new Map(
  everyRow(({ types }) => types).flatMap(([usual, source]) =>
    source.split("|").map((name) => [name, usual] as const),
  ),
);

/** Types that carry no information. */
export const NO_TYPE = "thing";

/** A type normalised for comparison: ignores case, separators, plurals and the plainest synonyms. */
export function typeKey(type: string): string {
  const words = fold(type.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const last = words.pop() ?? "";
  const key = [...words, singular(last)].join(" ");
  return USUAL.get(key) ?? key;
}

/** "companies", "buses", "events"; not "bus", "chess", "news". */
function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is|news)$/.test(word)) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(x|ch|sh|s)es$/, "$1")
    .replace(/s$/, "");
}

const PEOPLE = new RegExp(`\\b(?:${anySource(({ words }) => words.people)})\\b`);
const ANIMALS = new RegExp(`\\b(?:${anySource(({ words }) => words.animals)})\\b`);

export function isPersonType(type: string): boolean {
  return PEOPLE.test(typeKey(type));
}

/** Kinds that nothing is two of: whoever is called Max is a person or a dog, and Mercedes a company or a person. */
export function areTwoByType(a: string, b: string): boolean {
  const [one = null, other = null] = [a, b].map(typeKey).map((type) => KINDS.findIndex((is) => is(type)));
  return one !== other && one !== -1 && other !== -1;
}

const KINDS = [
  isPersonType,
  (type: string) => ANIMALS.test(type),
  (type: string) => type !== NO_TYPE && USUAL.values().some((usual) => usual === type),
];

/** People and animals: they bear personal names and can own things. */
export function isSomebody({ type }: { type: string }): boolean {
  return isPersonType(type) || ANIMALS.test(typeKey(type));
}
