import type { Fact } from "../../domain/model/fact.ts";
import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Instant } from "../../domain/model/time.ts";
import { describeItem } from "./memory-items.ts";
import { isOver } from "./outdated.ts";
import type { SearchResult } from "./types.ts";

/** Maximum number of statements with the subjects and relations of replaced ones. */
const FACTS_MAX = 60;

/**
 * Shows the newest value in place of a replaced one: the question may share its words with the older statement alone ("the
 * tablets", "now it is 10 mg"). The older one stays if it is about somebody that the question names: "who is Ada?" is answered
 * by whose boss she was.
 *
 * @param askedAbout ids of the people and things the question asks about
 */
export async function withSuccessors(
  user: UserStore,
  told: readonly SearchResult[],
  now: Instant,
  askedAbout: ReadonlySet<string>,
): Promise<SearchResult[]> {
  const isReplaced = ({ kind, item, isOutdated }: SearchResult): boolean =>
    kind === "fact" && isOutdated && !askedAbout.has((item as Fact).objectId ?? "");
  const replaced = told.filter(isReplaced).map(({ item }) => item as Fact);
  if (replaced.length === 0) return [...told];
  const related = await user.facts({
    entityIds: [...new Set(replaced.map(({ subjectId }) => subjectId))],
    role: "subject",
    predicates: [...new Set(replaced.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))))],
    statuses: HISTORICAL_STATUSES,
    limit: FACTS_MAX,
  });
  const next = new Map(
    related.flatMap((fact) => (fact.supersedes === null ? [] : [[fact.supersedes, fact]])),
  );
  const shown = new Set(told.map(({ id }) => id));
  return told.flatMap((result): SearchResult[] => {
    const newest = isReplaced(result) ? newestOf(result.item as Fact, next, now) : null;
    if (newest === null) return [result];
    if (shown.has(newest.id)) return [];
    shown.add(newest.id);
    return [{ ...result, ...describeItem("fact", newest), id: newest.id, item: newest, isOutdated: false }];
  });
}

/** The statement that holds now at the end of a chain of replacements. */
function newestOf(fact: Fact, next: ReadonlyMap<string, Fact>, now: Instant): Fact | null {
  const seen = new Set<string>();
  let to = next.get(fact.id);
  while (to !== undefined && isOver(to, now) && !seen.has(to.id)) {
    seen.add(to.id);
    to = next.get(to.id);
  }
  return to === undefined || isOver(to, now) ? null : to;
}
