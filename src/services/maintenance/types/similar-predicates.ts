import type { Fact } from "../../../domain/model/fact.ts";
import { catalogued } from "../../../domain/belief/predicate.ts";
import { isHighStakes } from "../../../domain/belief/stakes.ts";
import { statementSimilarity } from "../../../domain/belief/statement-similarity.ts";
import { CURRENT_STATUSES } from "../../../domain/model/status.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { Term } from "./vocabulary.ts";

/** Uncatalogued relations compared per run, most used first. */
const PREDICATES_MAX = 200;
/** Statements compared per relation. */
const EXAMPLES_MAX = 3;
/** Minimum similarity of two statements, apart from subject and objects, for their relations to be asked about. */
const SIMILARITY_MIN = 0.5;

/** Two relations that may mean the same, each with a statement as an example. */
export interface SimilarPredicates {
  pair: [Term, Term];
  lines: readonly [string, string];
}

/**
 * Uncatalogued relations with nearly the same statements, whatever their names; most similar first. Medical and identity relations
 * keep their names: a misjudgement would turn an allergy into a taste.
 */
export async function similarPredicates(
  user: UserStore,
  terms: readonly Term[],
): Promise<SimilarPredicates[]> {
  const invented = terms
    .filter(({ name }) => catalogued(name) === null && !isHighStakes({ predicate: name }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, PREDICATES_MAX);
  const used = await Promise.all(invented.map(async (term) => ({ term, facts: await examples(user, term) })));
  const similarity = statementSimilarity(used.flatMap(({ facts }) => facts));
  const found: (SimilarPredicates & { near: number })[] = [];
  used.forEach((one, at) => {
    for (const other of used.slice(at + 1)) {
      const best = nearest(one.facts, other.facts, similarity);
      if (best === null || best.near < SIMILARITY_MIN) continue;
      const lines = [lineOf(one.term, best.a), lineOf(other.term, best.b)] as const;
      found.push({ pair: [one.term, other.term], lines, near: best.near });
    }
  });
  return found.sort((a, b) => b.near - a.near);
}

function examples(user: UserStore, { name }: Term): Promise<Fact[]> {
  return user.facts({ predicates: [name], statuses: CURRENT_STATUSES, limit: EXAMPLES_MAX });
}

function nearest(
  ones: readonly Fact[],
  others: readonly Fact[],
  similarity: (a: Fact, b: Fact) => number,
): { a: Fact; b: Fact; near: number } | null {
  const pairs = ones.flatMap((a) => others.map((b) => ({ a, b, near: similarity(a, b) })));
  return pairs.sort((x, y) => y.near - x.near)[0] ?? null;
}

function lineOf({ name }: Term, { text }: Fact): string {
  return `${name}, as in "${text.replace(/\s+/g, " ")}"`;
}
