/** What an API key may do. None includes another. */
export const RIGHTS = ["read", "write", "admin"] as const;
export type Right = (typeof RIGHTS)[number];

/** The known ones of a list, each once, in their order; words that name no right give none. */
export function knownRights(named: readonly string[]): Right[] {
  return RIGHTS.filter((right) => named.includes(right));
}
