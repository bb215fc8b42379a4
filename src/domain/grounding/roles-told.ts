import { sentenceAround } from "./clauses.ts";
import { kinPredicate } from "../belief/kinship.ts";
import type { Span } from "../../language/text.ts";
import { words } from "../../language/text.ts";

/** Roles only one person at a time has for someone: a later "mum" means the same person. */
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
 * The role word the user gives when introducing a person: "mom (Lian, 70)" for "Lian is the user's mother". Null unless
 * the sentence and the statement are about the same role.
 */
export function roleGivenIn(statement: string, text: string, at: Span): string | null {
  const roles = new Set(words(statement).flatMap((word) => kinPredicate(word) ?? []));
  const [role] = roles;
  if (role === undefined || roles.size > 1 || !SINGLE.has(role)) return null;
  const { start, end } = sentenceAround(text, at);
  return words(text.slice(start, end)).find((word) => kinPredicate(word) === role) ?? null;
}
