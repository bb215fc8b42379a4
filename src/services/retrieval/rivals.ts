import type { Fact } from "../../domain/model/fact.ts";
import { familyNames, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Review } from "../../domain/model/review.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { SearchResult } from "./types.ts";

/** Maximum number of statements that dispute a shown one. */
const RIVALS_MAX = 20;

/** Newest open questions about ended facts that are considered. */
const QUESTIONS_MAX = 60;

/** Open questions whether a statement ended an older one, newest first. */
export async function closingQuestions(user: UserStore): Promise<Review[]> {
  const { items } = await user.reviewPage({ kind: "closing", state: "open", limit: QUESTIONS_MAX });
  return items;
}

/** Shows each disputed or questioned statement together with the opposing ones in a single line: one side alone would mislead. */
export async function withRivals(
  user: UserStore,
  results: SearchResult[],
  questions: readonly Review[],
): Promise<SearchResult[]> {
  const [disputes, questioned, corrected] = await Promise.all([
    withDisputes(user, results),
    questionedBy(user, results, questions),
    correctedBy(user, results),
  ]);
  return disputes.map((result) => {
    const news = questioned.get(result.id);
    const untrue = corrected.get(result.id);
    return {
      ...result,
      ...(news === undefined ? {} : { text: `${result.text} / said later: ${news}` }),
      ...(untrue === undefined ? {} : { untrue: [untrue] }),
    };
  });
}

/** For each shown correction, the text of what it corrects, whose other details may still hold. */
async function correctedBy(user: UserStore, results: readonly SearchResult[]): Promise<Map<string, string>> {
  const corrections = results.flatMap(({ kind, id, item }) => {
    const { supersedes } = item as Fact;
    return kind === "fact" && supersedes !== null ? [[id, supersedes] as const] : [];
  });
  if (corrections.length === 0) return new Map();
  const before = await user.factsById(corrections.map(([, older]) => older));
  const wrong = new Map(
    before.flatMap(({ id, text, status }) => (status === "corrected" ? [[id, text] as const] : [])),
  );
  return new Map(
    corrections.flatMap(([id, older]) => {
      const text = wrong.get(older);
      return text === undefined ? [] : [[id, text] as const];
    }),
  );
}

/** For each shown fact, the text of the statement that may have ended it, while its owner's answer is pending. */
async function questionedBy(
  user: UserStore,
  results: readonly SearchResult[],
  questions: readonly Review[],
): Promise<Map<string, string>> {
  const facts = new Set(results.flatMap(({ kind, id }) => (kind === "fact" ? [id] : [])));
  const asked = questions.filter(({ right }) => facts.has(right));
  if (asked.length === 0) return new Map();
  const later = await user.factsById(asked.map(({ left }) => left));
  // Statements that their owner wants forgotten are never shown.
  const news = new Map(
    later.flatMap(({ id, text, status }) => (CURRENT_STATUSES.includes(status) ? [[id, text] as const] : [])),
  );
  return new Map(
    asked.flatMap(({ left, right }) => {
      const text = news.get(left);
      return text === undefined ? [] : [[right, text] as const];
    }),
  );
}

async function withDisputes(user: UserStore, results: SearchResult[]): Promise<SearchResult[]> {
  const disputed = results.filter(({ kind, status }) => kind === "fact" && status === "disputed");
  if (disputed.length === 0) return results;
  const facts = disputed.map(({ item }) => item as Fact);
  const sides = await user.facts({
    entityIds: facts.map(({ subjectId }) => subjectId),
    role: "subject",
    predicates: facts.flatMap(({ predicate }) => familyNames(predicateFamily(predicate))),
    statuses: ["disputed"],
    limit: RIVALS_MAX,
  });
  const listed = new Set<string>();
  return results.flatMap((result): SearchResult[] => {
    if (!disputed.includes(result)) return [result];
    const key = keyOf(result.item as Fact);
    if (listed.has(key)) return [];
    listed.add(key);
    const others = sides.filter((side) => side.id !== result.id && keyOf(side) === key);
    return [{ ...result, text: [result.text, ...others.map(({ text }) => text)].join(" / ") }];
  });
}

function keyOf({ subjectId, predicate }: Fact): string {
  return `${subjectId} ${predicateFamily(predicate)}`;
}
