import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES, type Status } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

const GONE: readonly Status[] = ["superseded", "corrected", "retracted"];
/** Turns beyond these hardly ever reach a recall block. */
const TURNS_LOOKED_AT = 20;
const FACTS_MAX = 400;

/** The statements of turns, whatever their status now. */
export async function statementsOf(user: UserStore, turnIds: readonly string[]): Promise<Fact[]> {
  const looked = turnIds.slice(0, TURNS_LOOKED_AT);
  if (looked.length === 0) return [];
  const statuses = [...GONE, ...CURRENT_STATUSES];
  return user.facts({ episodeIds: [...looked], statuses, limit: FACTS_MAX });
}

/** Turns with a statement that was corrected or taken back: it was never true. */
export function turnsWithUntrue(facts: readonly Fact[]): ReadonlySet<string> {
  const untrue = facts.filter(({ status }) => status === "corrected" || status === "retracted");
  return new Set(untrue.flatMap(({ evidence }) => evidence.map(({ episodeId }) => episodeId)));
}

/**
 * For each turn, the statements that best match the question: a turn may hold the old time of a meeting and ten things that are
 * still true.
 */
export function askedStatements(
  facts: readonly Fact[],
  match: (fact: Fact) => number,
): (turnId: string) => readonly Fact[] {
  const best = new Map<string, { match: number; facts: Fact[] }>();
  for (const fact of facts) {
    const matched = match(fact);
    for (const { episodeId } of fact.evidence) {
      const current = best.get(episodeId);
      if (current === undefined || matched > current.match)
        best.set(episodeId, { match: matched, facts: [fact] });
      else if (matched === current.match) current.facts.push(fact);
    }
  }
  return (turnId) => best.get(turnId)?.facts ?? [];
}

/** A fact that ends in the future still holds. */
export function isOver({ status, invalidAt }: Fact, now: Instant): boolean {
  if (status === "superseded") return invalidAt === null || invalidAt.at <= now;
  return GONE.includes(status);
}
