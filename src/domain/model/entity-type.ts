import { fold } from "../../language/text.ts";

/** Spellings that certainly mean the same, folded and singular; the first is the usual one. */
const SAME: readonly (readonly string[])[] = [
  ["person", "human", "human being", "people", "individual", "persona", "personne", "mensch"],
  ["organization", "organisation", "organizacion"],
  ["company", "business", "firm", "firma", "empresa", "entreprise", "unternehmen"],
  ["city", "town", "stadt", "ciudad", "ville"],
  ["country", "nation", "land", "pais", "pays"],
  ["place", "location", "ort", "lugar", "lieu"],
  ["animal", "tier"],
  ["medication", "medicine", "medicament", "medikament"],
  ["thing", "entity", "object", "item", "unknown", "other", "misc"],
];

const USUAL = new Map(SAME.flatMap((line) => line.map((word) => [word, line[0] ?? word] as const)));

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

const PERSON = /\b(?:person|friend|relative|colleague|neighbou?r|partner|spouse|child|parent|sibling)\b/;

export function isPersonType(type: string): boolean {
  return PERSON.test(typeKey(type));
}

/** People and animals: their names are names of somebody, and their things are theirs. */
export function isSomebody({ type }: { type: string }): boolean {
  return isPersonType(type) || /\b(?:animal|pet|dog|cat|bird|horse)\b/.test(typeKey(type));
}
