import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { connectedBy } from "../../collections.ts";
import { askPairs, type SameOrNot } from "../ask-pairs.ts";
import type { AskDeps } from "../ask-model.ts";
import type { PairContext } from "./context.ts";
import type { JobRun } from "../job.ts";

/** Facts per entity shown to the model. */
const FACTS_SHOWN = 6;
/** Pairs per run, in one call; the others are asked about in the next run. */
const PAIRS_MAX = 20;

/**
 * The model's answers about pairs, for as many as one run may ask about; null for pairs not asked about, as the limit was reached,
 * the budget is spent or the model is unreachable. Pairs that share a name ("Alex" with Alexander, "Alex" with Alexandra) are asked
 * about together, since each answer depends on the others.
 */
export async function askAbout(
  deps: AskDeps,
  pairs: PairContext[],
  run: JobRun,
): Promise<(SameOrNot | null)[]> {
  const put = firstGroups(pairs);
  const lines = put.map(
    ({ a, b, factsOfA, factsOfB }) => [described(a, factsOfA), described(b, factsOfB)] as const,
  );
  const said = lines.length === 0 ? null : await askPairs(deps, "identity", lines, run);
  const answers = new Map(put.map((pair, n) => [pair, said?.[n] ?? null]));
  return pairs.map((pair) => answers.get(pair) ?? null);
}

/** Whole groups while there is room; the first pairs of a group larger than the limit. */
function firstGroups(pairs: PairContext[]): PairContext[] {
  const put: PairContext[] = [];
  for (const group of connectedBy(pairs, ({ a, b }) => [a.id, b.id])) {
    if (put.length === 0 || put.length + group.length <= PAIRS_MAX) put.push(...group.slice(0, PAIRS_MAX));
  }
  return put;
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
