import { validDuring } from "../../domain/belief/validity.ts";
import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import { CURRENT_STATUSES, HISTORICAL_STATUSES, type Status } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { allOf } from "../pages.ts";
import { describeFact } from "./memory-items.ts";
import { isOver, relationOf } from "./outdated.ts";
import type { TimeSpan } from "./query.ts";
import { bestEvidence, evidenceIn, isFact } from "./shown-lines.ts";
import type { SearchResult } from "./types.ts";
import { HALF, LINES_MAX } from "./weights.ts";

/** What is shown with a fact, or in its place: newer and older values of its relation, other sides, what it corrects. */

/** Maximum number of statements with the subjects and relations of those shown. */
const RELATED_MAX = 60;

/** Facts with the subjects and relations of these. */
async function factsLike(
  user: UserStore,
  facts: readonly Fact[],
  statuses: readonly Status[],
): Promise<Fact[]> {
  if (facts.length === 0) return [];
  return user.facts({
    entityIds: facts.map(({ subjectId }) => subjectId),
    role: "subject",
    predicates: facts.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))),
    statuses,
    limit: RELATED_MAX,
  });
}

function factsIn(lines: readonly SearchResult[], isMeant: (line: SearchResult) => boolean): Fact[] {
  return lines
    .filter(isFact)
    .filter(isMeant)
    .map(({ item }) => item);
}

function asResult(like: SearchResult, fact: Fact): SearchResult {
  return { ...like, ...describeFact(fact), id: fact.id, kind: "fact", item: fact };
}

/**
 * Shows the newest value in place of a replaced one: the question may share its words with the older statement alone ("the
 * tablets", "now it is 10 mg").
 */
export async function withSuccessors(
  user: UserStore,
  told: readonly SearchResult[],
  now: Instant,
): Promise<SearchResult[]> {
  const replaced = factsIn(told, ({ isOutdated }) => isOutdated);
  const related = await factsLike(user, replaced, HISTORICAL_STATUSES);
  const next = new Map(
    related.flatMap((fact) => (fact.supersedes === null ? [] : [[fact.supersedes, fact]])),
  );
  const shown = new Set(told.map(({ id }) => id));
  return told.flatMap((result): SearchResult[] => {
    const newest = isFact(result) && result.isOutdated ? newestAfter(result.id, next, now) : null;
    if (newest === null) return [result];
    if (shown.has(newest.id)) return [];
    shown.add(newest.id);
    return [{ ...asResult(result, newest), isOutdated: false }];
  });
}

/** The statement that holds now at the end of a chain of replacements. */
function newestAfter(id: string, next: ReadonlyMap<string, Fact>, now: Instant): Fact | null {
  const passed = new Set<Fact>();
  for (let to = next.get(id); to !== undefined && !passed.has(to); to = next.get(to.id)) {
    if (!isOver(to, now)) return to;
    passed.add(to);
  }
  return null;
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
  const facts = factsIn(told, (line) => evidenceIn(line) >= answering);
  const related = await factsLike(user, facts, ["superseded"]);
  const shown = new Set(told.map(({ text }) => text));
  const earlier = Map.groupBy(
    related.filter((fact) => !shown.has(fact.text) && times.some((time) => wasTrueOrPlanned(fact, time))),
    relationOf,
  );
  const timely = told.flatMap((result): SearchResult[] => {
    const relation = isFact(result) && facts.includes(result.item) ? relationOf(result.item) : "";
    const before = earlier.get(relation) ?? [];
    earlier.delete(relation);
    return [result, ...before.map((one) => ({ ...asResult(result, one), isNew: false, isOutdated: true }))];
  });
  return timely.slice(0, Math.max(LINES_MAX, told.length));
}

/** A plan counts from when it was made: it is about a later time. */
function wasTrueOrPlanned(fact: Fact, time: TimeSpan): boolean {
  return validDuring(fact, time) || validDuring({ ...fact, validAt: null }, time);
}

/** Open questions whether a statement ended an older one, newest first; with `about`, those about these older ones only. */
export async function closingQuestions(user: UserStore, about?: readonly Fact[]): Promise<Review[]> {
  if (about?.length === 0) return [];
  const rightIds = about?.map(({ id }) => id);
  return allOf((page) => user.reviewPage({ kind: "closing", state: "open", rightIds, ...page }));
}

/** Ids of the facts that these questions ask about. */
export function askedAboutBy(questions: readonly Review[]): ReadonlySet<string> {
  return new Set(questions.map(({ right }) => right));
}

/**
 * Shows the disputed statements of a relation in a single line, as one side alone would mislead; what may have ended with what was
 * said later, which is no other side of it; and a correction with what it corrects, whose other details may still hold.
 */
export async function withRivals(user: UserStore, results: readonly SearchResult[]): Promise<SearchResult[]> {
  const facts = factsIn(results, () => true);
  const open = await closingQuestions(user, facts);
  const mayHaveEnded = askedAboutBy(open);
  const disputed = factsIn(results, ({ status, id }) => status === "disputed" && !mayHaveEnded.has(id));
  const ids = [...facts.flatMap(({ supersedes }) => supersedes ?? []), ...open.map(({ left }) => left)];
  const [sides, read] = await Promise.all([
    factsLike(user, disputed, ["disputed"]),
    ids.length === 0 ? [] : user.factsById(ids),
  ]);
  const asked = askedAboutBy(await closingQuestions(user, sides));
  const byId = new Map(read.map((fact) => [fact.id, fact]));
  const listed = new Set<string>();
  return results.flatMap((line): SearchResult[] => {
    if (!isFact(line)) return [line];
    const fact = line.item;
    const relation = relationOf(fact);
    const isDisputed = disputed.includes(fact);
    if (isDisputed && listed.has(relation)) return [];
    if (isDisputed) listed.add(relation);
    const others = sides.filter(
      (side) => isDisputed && side.id !== fact.id && !asked.has(side.id) && relationOf(side) === relation,
    );
    // Statements that their owner wants forgotten are never shown.
    const later = open
      .flatMap(({ left, right }) => (right === fact.id ? (byId.get(left) ?? []) : []))
      .findLast(({ status }) => CURRENT_STATUSES.includes(status));
    const before = byId.get(fact.supersedes ?? "");
    const beside = [...others.map(({ text }) => text), ...(later ? [`said later: ${later.text}`] : [])];
    return [
      {
        ...line,
        text: [line.text, ...beside].join(" / "),
        ...(before?.status === "corrected" ? { untrue: [before.text] } : {}),
      },
    ];
  });
}
