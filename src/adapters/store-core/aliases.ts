import type { Alias } from "../../domain/model/entity.ts";
import { foldName } from "../../language/text.ts";

/** One alias per folded spelling; the first one stays. */
export function distinctAliases(aliases: Alias[]): Alias[] {
  const seen = new Map<string, Alias>();
  for (const { alias, kind } of aliases) {
    const folded = foldName(alias);
    if (!seen.has(folded)) seen.set(folded, { alias, kind });
  }
  return [...seen.values()];
}
