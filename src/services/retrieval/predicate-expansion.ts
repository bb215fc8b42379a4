import { contentWords, crudeStem } from "../../language/stems.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { familyNames, PREDICATES } from "../../domain/belief/predicate.ts";

/**
 * Words of a question and the relations they ask for. Extractors name predicates in English whatever the language (WORKS_AS,
 * LIVES_IN), and a question seldom uses the word of the statement: "job" asks for WORKS_AS.
 */
const BY_WORD = new Map<string, string[]>();
for (const { name, askedBy } of PREDICATES)
  for (const word of askedBy) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), name]);

/** A shorter stem is that of other words too, and a longer one was cut: "supervised" is no "supervisor". */
const STEM_MIN = 4;
const STEM_MAX = 7;
/** "Wohn" and "wohnst" are looked up as "wohne". */
const BY_STEM = new Map(
  [...BY_WORD.keys()]
    .map((word) => [crudeStem(word), word] as const)
    .filter(([stem]) => stem.length >= STEM_MIN && stem.length <= STEM_MAX),
);

/** "Siblings" also asks for sisters and "sister" for siblings, but not for brothers. */
const ALIKE = new Map(
  PREDICATES.map(({ name, general }) => {
    const kinds = PREDICATES.filter((kind) => kind.general === name).map((kind) => kind.name);
    return [name, [name, ...(general === null ? [] : [general]), ...kinds]];
  }),
);

/** Families of the relations that folded words of a question ask for. */
export function askedFamilies(words: readonly string[]): ReadonlySet<string> {
  const asked = [...new Set(words)].flatMap((word) => {
    const known = knownForm(word) ?? word;
    return BY_WORD.get(known) ?? kinAsked(known);
  });
  return new Set(asked.flatMap((name) => ALIKE.get(name) ?? [name]));
}

/** The relation of a kin or role word, in the singular or the plural: "sister", "children". */
export function askedRole(word: string): string | null {
  const known = knownForm(word) ?? word;
  const asked = BY_WORD.get(known) ?? [];
  const beginnings = Array.from(known, (_, at) => kinPredicate(known.slice(0, at)));
  return kinPredicate(known) ?? asked.find((name) => beginnings.includes(name)) ?? null;
}

function knownForm(word: string): string | undefined {
  return BY_WORD.has(word) || kinPredicate(word) !== null ? word : BY_STEM.get(crudeStem(word));
}

function kinAsked(word: string): string[] {
  const predicate = kinPredicate(word);
  return predicate === null || contentWords(word).length === 0 ? [] : [predicate];
}

/** Words in the names of those relations, without the question's own words. */
export function askedPredicates(words: readonly string[]): string[] {
  const names = [...askedFamilies(words)].flatMap(familyNames).join(" ").replaceAll("_", " ");
  const asked = new Set(contentWords(names).filter((word) => word.length > 2));
  for (const word of words) asked.delete(word);
  return [...asked];
}
