import { lastSaid } from "../../domain/belief/confidence.ts";
import { isAnnounced, isEarlier, sameObject } from "../../domain/belief/consistency.ts";
import { cardinality, predicateFamily } from "../../domain/belief/predicate.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { CURRENT_STATUSES, type Status } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { SearchContext } from "./lanes.ts";

/** The subject and relation of a fact: facts that share it are values of the same thing. */
export function relationOf({ subjectId, predicate }: Fact): string {
  return `${subjectId} ${predicateFamily(predicate)}`;
}

const GONE: readonly Status[] = ["superseded", "corrected", "retracted"];
/** Turns beyond these hardly ever reach a recall block. */
const TURNS_LOOKED_AT = 20;
const FACTS_MAX = 400;

/** The statements of turns, whatever their status now. */
export async function statementsOf(user: UserStore, turnIds: readonly string[]): Promise<Fact[]> {
  const episodeIds = turnIds.slice(0, TURNS_LOOKED_AT);
  if (episodeIds.length === 0) return [];
  return user.facts({ episodeIds, statuses: [...GONE, ...CURRENT_STATUSES], limit: FACTS_MAX });
}

/** Whether it has evidence in a turn. */
export function restsOn(
  { evidence }: { evidence: readonly { episodeId: string }[] },
  turnId: string,
): boolean {
  return evidence.some(({ episodeId }) => episodeId === turnId);
}

/** What was corrected or taken back was never true. */
export function untrueAmong(told: readonly Fact[]): string[] {
  const untrue = told.filter(({ status }) => status === "corrected" || status === "retracted");
  return [...new Set(untrue.map(({ text }) => text))];
}

/**
 * The statements of a turn that best match the question: it may hold the old time of a meeting and ten things that are still true.
 */
export function askedAmong(told: readonly Fact[], match: (fact: Fact) => number): Fact[] {
  const matched = told.map(match);
  const best = Math.max(...matched);
  return told.filter((_, n) => matched[n] === best);
}

/** A fact that ends in the future still holds. */
export function isOver({ status, invalidAt }: Fact, now: Instant): boolean {
  if (status === "superseded") return invalidAt === null || invalidAt.at <= now;
  return GONE.includes(status);
}

/** Newest statements that may shadow others; the idle pass keeps them few. */
const STAGED_MAX = 300;

/** Staged facts, newest first; read in parallel with the lanes, as it depends on none of them. */
export async function stagedFacts({ user, request }: SearchContext): Promise<Fact[]> {
  return request.asOf === undefined ? user.facts({ statuses: ["staged"], limit: STAGED_MAX }) : [];
}

/**
 * A newer first-hand staged statement shadows the older value at once, unless that was said again since: for single-valued predicates,
 * and whenever the user's own words say that something changed, ended or was wrong. An announced change leaves the present alone until
 * a verification pass has read it.
 */
export function shadowed(facts: Fact[], staged: Fact[]): Record<"older" | "fresh", Set<string>> {
  const result = { older: new Set<string>(), fresh: new Set<string>() };
  const rivals = Map.groupBy([...facts, ...staged], relationOf);
  for (const fresh of staged) {
    if (fresh.evidence.every((evidence) => evidence.assertedBy === "assistant")) continue;
    for (const older of rivals.get(relationOf(fresh)) ?? []) {
      if (!replaces(fresh, older)) continue;
      result.older.add(older.id);
      result.fresh.add(fresh.id);
    }
  }
  return result;
}

/** Among values of one relation. */
function replaces(fresh: Fact, older: Fact): boolean {
  const isDenial = fresh.polarity !== older.polarity;
  const values = cardinality(fresh.predicate);
  if (!isDenial && values !== "one" && (values === "many" || fresh.change === "none")) return false;
  if (fresh.createdAt < older.createdAt || lastSaid(fresh) < lastSaid(older)) return false;
  if (sameObject(fresh, older) !== isDenial) return false;
  return !isEarlier(fresh, older) && !isAnnounced(fresh);
}
