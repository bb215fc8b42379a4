import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES, type Status } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";

const GONE: readonly Status[] = ["superseded", "corrected", "retracted"];
/** Turns beyond these hardly reach a block. */
const TURNS_LOOKED_AT = 20;
const FACTS_MAX = 400;

/** What turns said, and what became of it. */
export interface Statements {
  turnIds: readonly string[];
  facts: readonly Fact[];
}

export async function statementsOf(user: UserStore, turnIds: readonly string[]): Promise<Statements> {
  const looked = turnIds.slice(0, TURNS_LOOKED_AT);
  if (looked.length === 0) return { turnIds: [], facts: [] };
  const statuses = [...GONE, ...CURRENT_STATUSES];
  return {
    turnIds: looked,
    facts: await user.facts({ episodeIds: [...looked], statuses, limit: FACTS_MAX }),
  };
}

/** What a turn says of what is asked. */
export interface AskedStatements {
  /** How much of what is asked its best statement tells. */
  told: number;
  /** Those that tell as much; none of a turn that told nothing at all. */
  facts: readonly Fact[];
}

const TOLD_NOTHING: AskedStatements = { told: 0, facts: [] };

/** Of each turn what it tells of the thing asked: it may tell the old hour of a meeting and ten things that still hold. */
export function askedStatements(
  { facts }: Statements,
  told: (fact: Fact) => number,
): (turnId: string) => AskedStatements {
  const best = new Map<string, { told: number; facts: Fact[] }>();
  for (const fact of facts) {
    const most = told(fact);
    for (const { episodeId } of fact.evidence) {
      const so = best.get(episodeId);
      if (so === undefined || most > so.told) best.set(episodeId, { told: most, facts: [fact] });
      else if (most === so.told) so.facts.push(fact);
    }
  }
  return (turnId) => best.get(turnId) ?? TOLD_NOTHING;
}

/**
 * Turns of which no statement holds any more, each with the facts that took their place. `found` are facts beside them;
 * `newer` has the statement that replaces one, where it is not stored as such yet.
 */
export function outdatedTurns(
  { turnIds, facts }: Statements,
  found: readonly Fact[],
  newer: ReadonlyMap<string, string>,
  now: Instant,
): Map<string, string[]> {
  const told = new Set<string>();
  const standing = new Set<string>();
  for (const fact of [...facts, ...found]) {
    const holds = !isOver(fact, now) && !newer.has(fact.id);
    for (const { episodeId } of fact.evidence) (holds ? standing : told).add(episodeId);
  }
  const over = turnIds.filter((id) => told.has(id) && !standing.has(id));
  return new Map(over.map((id) => [id, newerThan(saidIn(id, facts), found, newer)]));
}

/** What ends later on still holds. */
export function isOver({ status, invalidAt }: Fact, now: Instant): boolean {
  if (status === "superseded") return invalidAt === null || invalidAt.at <= now;
  return GONE.includes(status);
}

function saidIn(turnId: string, facts: readonly Fact[]): Set<string> {
  const said = facts.filter(({ evidence }) => evidence.some(({ episodeId }) => episodeId === turnId));
  return new Set(said.map(({ id }) => id));
}

function newerThan(
  gone: ReadonlySet<string>,
  found: readonly Fact[],
  newer: ReadonlyMap<string, string>,
): string[] {
  const stored = found.filter(({ supersedes }) => supersedes !== null && gone.has(supersedes));
  return [...stored.map(({ id }) => id), ...[...gone].flatMap((id) => newer.get(id) ?? [])];
}
