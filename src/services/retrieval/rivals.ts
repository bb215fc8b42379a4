import type { Fact } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { factsLike, relationOf } from "./relations.ts";
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
    const untrue = corrected.get(supersedesOf(result) ?? "");
    return {
      ...result,
      ...(news === undefined ? {} : { text: `${result.text} / said later: ${news}` }),
      ...(untrue === undefined ? {} : { untrue: [untrue] }),
    };
  });
}

/** What the shown facts correct, by id: its other details may still hold. */
async function correctedBy(user: UserStore, results: readonly SearchResult[]): Promise<Map<string, string>> {
  const older = results.flatMap((result) => supersedesOf(result) ?? []);
  const before = older.length === 0 ? [] : await user.factsById(older);
  const untrue = before.filter(({ status }) => status === "corrected");
  return new Map(untrue.map(({ id, text }) => [id, text]));
}

function supersedesOf({ kind, item }: SearchResult): string | null {
  return kind === "fact" ? (item as Fact).supersedes : null;
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
  const sides = await factsLike(user, facts, ["disputed"], RIVALS_MAX);
  const listed = new Set<string>();
  return results.flatMap((result): SearchResult[] => {
    if (!disputed.includes(result)) return [result];
    const key = relationOf(result.item as Fact);
    if (listed.has(key)) return [];
    listed.add(key);
    const others = sides.filter((side) => side.id !== result.id && relationOf(side) === key);
    return [{ ...result, text: [result.text, ...others.map(({ text }) => text)].join(" / ") }];
  });
}
