/** Permissions of an API key. None includes another. */
export const RIGHTS = ["read", "write", "admin"] as const;
export type Right = (typeof RIGHTS)[number];

/** The known rights in a list, without duplicates, in canonical order; unknown words are dropped. */
export function knownRights(named: readonly string[]): Right[] {
  return RIGHTS.filter((right) => named.includes(right));
}
