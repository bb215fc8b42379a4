import { eachPack } from "../../language/index.ts";

/** Kin and role words, as used to refer to people without a name. */
const PREDICATE_OF = new Map(
  eachPack(({ kin }) => Object.entries(kin)).flatMap((roles) =>
    roles.flatMap(([predicate, list]) => list.split(" ").map((word) => [word, predicate] as const)),
  ),
);

/** All words for the relation that a word names. */
export function kinWords(word: string): string[] {
  const predicate = kinPredicate(word);
  return predicate === null
    ? []
    : [...PREDICATE_OF].flatMap(([one, named]) => (named === predicate ? [one] : []));
}

/** The relation a kin or role word names ("sister" -> HAS_SISTER); null for other words. */
export function kinPredicate(word: string): string | null {
  return PREDICATE_OF.get(word) ?? null;
}
