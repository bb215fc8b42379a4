import type { Fact } from "../../domain/model/fact.ts";
import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Instant } from "../../domain/model/time.ts";
import { describeItem } from "./memory-items.ts";
import { isOver } from "./outdated.ts";
import type { TimeSpan } from "./query.ts";
import { factsLike, relationOf } from "./rivals.ts";
import { bestEvidence, evidenceIn } from "./shown-lines.ts";
import type { SearchResult } from "./types.ts";
import { HALF, LINES_MAX } from "./weights.ts";

/**
 * Shows the newest value in place of a replaced one: the question may share its words with the older statement alone ("the
 * tablets", "now it is 10 mg").
 */
export async function withSuccessors(
  user: UserStore,
  told: readonly SearchResult[],
  now: Instant,
): Promise<SearchResult[]> {
  const isReplaced = ({ kind, isOutdated }: SearchResult): boolean => kind === "fact" && isOutdated;
  const replaced = told.filter(isReplaced).map(({ item }) => item as Fact);
  if (replaced.length === 0) return [...told];
  const related = await factsLike(user, replaced, HISTORICAL_STATUSES);
  const next = new Map(
    related.flatMap((fact) => (fact.supersedes === null ? [] : [[fact.supersedes, fact]])),
  );
  const shown = new Set(told.map(({ id }) => id));
  return told.flatMap((result): SearchResult[] => {
    const newest = isReplaced(result) ? newestOf(result.item as Fact, next, now) : null;
    if (newest === null) return [result];
    if (shown.has(newest.id)) return [];
    shown.add(newest.id);
    return [{ ...asResult(result, newest), isOutdated: false }];
  });
}

/**
 * Adds the values that held at the times asked about and were replaced since: the question may share its words with the newer one
 * alone. Each follows the newer statement of the same relation, if that is at least half as relevant as the best.
 */
export async function withValuesThen(
  user: UserStore,
  told: readonly SearchResult[],
  times: readonly TimeSpan[],
): Promise<SearchResult[]> {
  const answering = HALF * bestEvidence(told);
  const isAnswer = (line: SearchResult): boolean => line.kind === "fact" && evidenceIn(line) >= answering;
  const facts = told.filter(isAnswer).map(({ item }) => item as Fact);
  if (facts.length === 0) return [...told];
  const related = await factsLike(user, facts, ["superseded"]);
  const shown = new Set(told.map(({ text }) => text));
  const earlier = Map.groupBy(
    related.filter((fact) => !shown.has(fact.text) && times.some((time) => wasTrueOrPlanned(fact, time))),
    relationOf,
  );
  const timely = told.flatMap((result): SearchResult[] => {
    const relation = isAnswer(result) ? relationOf(result.item as Fact) : "";
    const before = earlier.get(relation) ?? [];
    earlier.delete(relation);
    return [result, ...before.map((fact) => ({ ...asResult(result, fact), isNew: false, isOutdated: true }))];
  });
  return timely.slice(0, Math.max(LINES_MAX, told.length));
}

function asResult(like: SearchResult, fact: Fact): SearchResult {
  return { ...like, ...describeItem("fact", fact), id: fact.id, item: fact };
}

/** A plan counts from when it was made: it is about a later time. */
function wasTrueOrPlanned(
  { validAt, invalidAt, expiredAt, createdAt, evidence }: Fact,
  { from, to }: TimeSpan,
): boolean {
  const starts = [validAt?.at ?? createdAt, ...evidence.map(({ occurredAt }) => occurredAt)];
  const end = invalidAt?.at ?? expiredAt;
  return starts.some((start) => start < to) && (end === null || end > from);
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
