import type { Cast } from "./entities.ts";
import type { LifeQuestion } from "./format.ts";
import { says } from "./match.ts";
import type { FoundResult } from "./observed.ts";
import { isRight, type ToldFact, type Truth } from "./truth.ts";

/** Results looked at for `recall_at_10`. */
const TOP = 10;

/** Share of the turns the answer rests on that the first ten results rest on; null without any. */
export function turnRecall(truth: Truth, question: LifeQuestion, results: FoundResult[]): number | null {
  if (question.type === "forgotten") return null;
  const wanted = new Set(question.facts.flatMap((id) => turnOf(truth, id) ?? []));
  if (wanted.size === 0) return null;
  const found = new Set(results.slice(0, TOP).flatMap(({ turns }) => turns));
  return [...wanted].filter((turn) => found.has(turn)).length / wanted.size;
}

/**
 * Whether the first result with a current value stands above all that carry only a superseded one; null for questions
 * that are not about a change.
 */
export function currentFirst(
  cast: Cast,
  truth: Truth,
  question: LifeQuestion,
  results: FoundResult[],
): boolean | null {
  if (question.type !== "update") return null;
  const chain = chainOf(truth, expected(truth, question));
  const current = chain.filter(isRight);
  const old = chain.filter((fact) => !current.includes(fact));
  if (current.length === 0 || old.length === 0) return null;
  return carriedFirst(cast, results, current, old);
}

/** Whether the first result about the thing asked carries the value of the time asked; null for other questions. */
export function asOfRight(
  cast: Cast,
  truth: Truth,
  question: LifeQuestion,
  results: FoundResult[],
): boolean | null {
  if (question.type !== "as_of") return null;
  const right = expected(truth, question);
  const predicates = new Set(right.map(aboutOf));
  const chain = [...chainOf(truth, right), ...truth.told.filter((fact) => predicates.has(aboutOf(fact)))];
  const others = [...new Set(chain)].filter((fact) => !right.includes(fact));
  return carriedFirst(cast, results, right, others);
}

/** The turn in which it was told under this id. */
function turnOf(truth: Truth, id: string): string | undefined {
  const told = truth.byId.get(id);
  return told?.turns[told.tellings.findIndex((telling) => telling.id === id)];
}

function expected(truth: Truth, question: LifeQuestion): ToldFact[] {
  return [...new Set(question.facts.flatMap((id) => truth.byId.get(id) ?? []))];
}

/** A fact with all that it replaces and is replaced by, over as many steps as there are. */
function chainOf(truth: Truth, facts: ToldFact[]): ToldFact[] {
  const chain = new Set(facts);
  for (const fact of chain) {
    for (const { now, before } of truth.changes) {
      if (now === fact) for (const old of before) chain.add(old);
      if (before.includes(fact)) chain.add(now);
    }
  }
  return [...chain];
}

function aboutOf({ tellings }: ToldFact): string {
  return `${tellings[0]?.subject}|${tellings[0]?.predicate}`;
}

function carriedFirst(cast: Cast, results: FoundResult[], wanted: ToldFact[], others: ToldFact[]): boolean {
  for (const result of results) {
    if (wanted.some((fact) => carries(cast, result, fact))) return true;
    if (others.some((fact) => carries(cast, result, fact))) return false;
  }
  return false;
}

/** A fact carries what it says, a turn what was told in it. */
function carries(cast: Cast, result: FoundResult, told: ToldFact): boolean {
  if (result.fact) return says(cast, result.fact, told);
  return result.kind === "episode" && result.turns.some((turn) => told.turns.includes(turn));
}
