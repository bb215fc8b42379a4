import { eachPack } from "../../language/index.ts";

/** Kin and role words, as used to refer to people without a name. */
const PREDICATE_OF = new Map(
  eachPack(({ kin }) => Object.entries(kin)).flatMap((roles) =>
    roles.flatMap(([predicate, list]) => list.split(" ").map((word) => [word, predicate] as const)),
  ),
);

/** The relation a kin or role word names ("sister" -> HAS_SISTER); null for other words. */
export function kinPredicate(word: string): string | null {
  return PREDICATE_OF.get(word) ?? null;
}
