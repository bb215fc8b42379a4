import { eachPack } from "../../language/index.ts";
import { bareName } from "../../language/text.ts";

/** Kin and role words, as used to refer to people without a name. */
const PREDICATE_OF = new Map(
  eachPack(({ kin }) => Object.entries(kin)).flatMap((roles) =>
    roles.flatMap(([predicate, list]) => list.split(" ").map((word) => [word, predicate] as const)),
  ),
);

/** Kin by blood, and animals: what somebody is to you all their life. */
const FOR_LIFE = new Set([
  "HAS_SISTER",
  "HAS_BROTHER",
  "HAS_MOTHER",
  "HAS_FATHER",
  "HAS_CHILD",
  "HAS_GRANDMOTHER",
  "HAS_GRANDFATHER",
  "HAS_AUNT",
  "HAS_UNCLE",
  "HAS_COUSIN",
  "HAS_PET",
]);

/**
 * Whether two people of one name are told apart by the roles among their names: "my sister Anna" is not "my aunt Anna" or
 * "my boss Anna". A friend may become a colleague, and a colleague the boss.
 */
export function areTwoByRole(names: readonly string[], others: readonly string[]): boolean {
  const [roles, otherRoles] = [rolesIn(names), rolesIn(others)];
  const areTold = roles.size > 0 && otherRoles.size > 0 && roles.isDisjointFrom(otherRoles);
  return areTold && [...roles, ...otherRoles].some((role) => FOR_LIFE.has(role));
}

function rolesIn(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => kinPredicate(bareName(name)) ?? []));
}

/** The relation a kin or role word names ("sister" -> HAS_SISTER); null for other words. */
export function kinPredicate(word: string): string | null {
  return PREDICATE_OF.get(word) ?? null;
}

/** Whether a name is only a role ("my sister"), and no proper name. */
export function isRoleName(name: string): boolean {
  return kinPredicate(bareName(name)) !== null;
}
