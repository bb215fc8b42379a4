import type { Entity } from "../../../domain/entity.ts";
import type { Fact } from "../../../domain/fact.ts";
import { EngramError } from "../../../errors.ts";
import { askPairs, PAIRS_PER_CALL, type PairDeps, type SameOrNot } from "../ask-pairs.ts";
import { untilDone } from "../gently.ts";
import type { RunContext } from "../runs.ts";
import type { PairContext } from "./context.ts";

/** Facts of one entity that the model is shown. */
const FACTS_SHOWN = 6;
/** Calls in one run. */
const CALLS_MAX = 5;

/**
 * What a model makes of pairs, as many as one run may ask about; null for those that were not put to it because the
 * bound was reached, the budget is spent or no model answers.
 */
export async function askAbout(
  deps: PairDeps,
  pairs: PairContext[],
  run: RunContext,
): Promise<{ answers: (SameOrNot | null)[]; calls: number }> {
  const answers: (SameOrNot | null)[] = pairs.map(() => null);
  let calls = 0;
  for (let at = 0; at < pairs.length && calls < CALLS_MAX; at += PAIRS_PER_CALL) {
    const lines = pairs
      .slice(at, at + PAIRS_PER_CALL)
      .map(({ a, b, factsOfA, factsOfB }) => [described(a, factsOfA), described(b, factsOfB)] as const);
    const said = await answered(() => askPairs(deps, "identity", lines, run), run.signal);
    if (said === null) break;
    calls += 1;
    said.forEach((answer, n) => (answers[at + n] = answer));
  }
  return { answers, calls };
}

/** Null when no model answers: whoever asked goes on without. */
export async function answered<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await untilDone(signal, work);
  } catch (error) {
    if (error instanceof EngramError) return null;
    throw error;
  }
}

function described({ name, type, aliases, summary }: Entity, facts: Fact[]): string {
  const others = aliases.map((alias) => alias.alias).filter((alias) => alias !== name);
  const known = facts.slice(0, FACTS_SHOWN).map((fact) => fact.text);
  const parts = [
    `${name} (${type})`,
    ...(others.length > 0 ? [`also called ${others.join(", ")}`] : []),
    ...(summary === null ? [] : [summary]),
    ...known,
  ];
  return parts.join("; ").replace(/\s+/g, " ");
}
