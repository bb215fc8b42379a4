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

/** How well a turn suits the times asked about: as well as the best of what it told; 1 when it told nothing. */
export function timeFitOfTurns(
  { facts }: Statements,
  suits: (fact: Fact) => number,
): (turnId: string) => number {
  const best = new Map<string, number>();
  for (const fact of facts) {
    for (const { episodeId } of fact.evidence) {
      best.set(episodeId, Math.max(best.get(episodeId) ?? 0, suits(fact)));
    }
  }
  return (turnId) => best.get(turnId) ?? 1;
}

export interface Outdated {
  /** Turns of which a statement is over, was wrong or was taken back. */
  some: Set<string>;
  /** Turns of which no statement holds any more, each with the facts that took their place. */
  all: Map<string, string[]>;
}

/** `found` are facts beside them; `newer` has the statement that replaces one, where it is not stored as such yet. */
export function outdatedTurns(
  { turnIds, facts }: Statements,
  found: readonly Fact[],
  newer: ReadonlyMap<string, string>,
  now: Instant,
): Outdated {
  const some = new Set<string>();
  const standing = new Set<string>();
  for (const fact of [...facts, ...found]) {
    const turns = fact.evidence.map(({ episodeId }) => episodeId);
    const isGone = facts.includes(fact) && GONE.includes(fact.status);
    if (isGone || newer.has(fact.id)) for (const id of turns) some.add(id);
    if (!isOver(fact, now) && !newer.has(fact.id)) for (const id of turns) standing.add(id);
  }
  const over = turnIds.filter((id) => some.has(id) && !standing.has(id));
  return { some, all: new Map(over.map((id) => [id, newerThan(saidIn(id, facts), found, newer)])) };
}

/** What ends later on still holds. */
function isOver({ status, invalidAt }: Fact, now: Instant): boolean {
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
