import { anySource, everyRow } from "../../language/index.ts";
import { fold } from "../../language/text.ts";

/** Names of types to the usual one that certainly means the same. */
const USUAL = new Map(
  everyRow(({ types }) => types).flatMap(([usual, source]) =>
    source.split("|").map((name) => [name, usual] as const),
  ),
);

/** Types that say nothing. */
export const NO_TYPE = "thing";

/** A type as it is compared: case, separators, plural and the plainest synonyms do not count. */
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

/** People and animals: their names are names of somebody, and their things are theirs. */
export function isSomebody({ type }: { type: string }): boolean {
  return isPersonType(type) || ANIMALS.test(typeKey(type));
}
