import { sentenceAround } from "./clauses.ts";
import { kinPredicate } from "../belief/kinship.ts";
import type { Span } from "../../language/text.ts";
import { words } from "../../language/text.ts";

/** Roles that one person at a time has for somebody: whoever says "mum" later means her. */
const SINGLE = new Set([
  "HAS_MOTHER",
  "HAS_FATHER",
  "HAS_GRANDMOTHER",
  "HAS_GRANDFATHER",
  "SPOUSE",
  "PARTNER",
  "BOSS",
]);

/**
 * The role word by which the user calls somebody where he tells who that is: "mom (Lian, 70)" for "Lian is the user's
 * mother". Null when the sentence and the statement do not speak of one and the same role.
 */
export function roleGivenIn(statement: string, text: string, at: Span): string | null {
  const roles = new Set(words(statement).flatMap((word) => kinPredicate(word) ?? []));
  const [role] = roles;
  if (role === undefined || roles.size > 1 || !SINGLE.has(role)) return null;
  const { start, end } = sentenceAround(text, at);
  return words(text.slice(start, end)).find((word) => kinPredicate(word) === role) ?? null;
}
