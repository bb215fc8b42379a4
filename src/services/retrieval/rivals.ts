import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import { CURRENT_STATUSES, type Status } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { allOf } from "../pages.ts";
import type { SearchResult } from "./types.ts";

/** The subject and relation of a fact: facts that share it are values of the same thing. */
export function relationOf({ subjectId, predicate }: Fact): string {
  return `${subjectId} ${predicateFamily(predicate)}`;
}

/** Maximum number of statements with the subjects and relations of those shown. */
const RIVALS_MAX = 60;

/** Facts with the subjects and relations of these. */
export function factsLike(
  user: UserStore,
  facts: readonly Fact[],
  statuses: readonly Status[],
): Promise<Fact[]> {
  return user.facts({
    entityIds: facts.map(({ subjectId }) => subjectId),
    role: "subject",
    predicates: facts.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))),
    statuses,
    limit: RIVALS_MAX,
  });
}

/** Open questions whether a statement ended an older one, newest first. */
export function closingQuestions(user: UserStore): Promise<Review[]> {
  return allOf((page) => user.reviewPage({ kind: "closing", state: "open", ...page }));
}

/** Ids of the facts that these questions ask about. */
export function askedAboutBy(questions: readonly Review[]): ReadonlySet<string> {
  return new Set(questions.map(({ right }) => right));
}

/**
 * Shows each disputed or questioned statement together with the opposing ones in a single line, as one side alone would mislead,
 * and each correction with what it corrects, whose other details may still hold.
 */
export async function withRivals(
  user: UserStore,
  results: readonly SearchResult[],
  questions: readonly Review[],
): Promise<SearchResult[]> {
  const lines = await withDisputes(user, results, askedAboutBy(questions));
  const facts = lines.flatMap(({ kind, item }) => (kind === "fact" ? [item as Fact] : []));
  const shown = new Set(facts.map(({ id }) => id));
  const asked = questions.filter(({ right }) => shown.has(right));
  const ids = [...facts.flatMap(({ supersedes }) => supersedes ?? []), ...asked.map(({ left }) => left)];
  const read = ids.length === 0 ? [] : await user.factsById(ids);
  const byId = new Map(read.map((fact) => [fact.id, fact]));
  return lines.map((line) => {
    if (line.kind !== "fact") return line;
    // Statements that their owner wants forgotten are never shown.
    const later = asked
      .flatMap(({ left, right }) => (right === line.id ? (byId.get(left) ?? []) : []))
      .findLast(({ status }) => CURRENT_STATUSES.includes(status));
    const before = byId.get((line.item as Fact).supersedes ?? "");
    return {
      ...line,
      ...(later === undefined ? {} : { text: `${line.text} / said later: ${later.text}` }),
      ...(before?.status === "corrected" ? { untrue: [before.text] } : {}),
    };
  });
}

/** `asked`: what may have ended has no other side. */
async function withDisputes(
  user: UserStore,
  results: readonly SearchResult[],
  asked: ReadonlySet<string>,
): Promise<SearchResult[]> {
  const disputed = results.filter(
    ({ kind, status, id }) => kind === "fact" && status === "disputed" && !asked.has(id),
  );
  if (disputed.length === 0) return [...results];
  const facts = disputed.map(({ item }) => item as Fact);
  const sides = await factsLike(user, facts, ["disputed"]);
  const listed = new Set<string>();
  return results.flatMap((result): SearchResult[] => {
    if (!disputed.includes(result)) return [result];
    const key = relationOf(result.item as Fact);
    if (listed.has(key)) return [];
    listed.add(key);
    const others = sides.filter(
      (side) => side.id !== result.id && !asked.has(side.id) && relationOf(side) === key,
    );
    return [{ ...result, text: [result.text, ...others.map(({ text }) => text)].join(" / ") }];
  });
}
