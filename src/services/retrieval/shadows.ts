import type { Fact } from "../../domain/model/fact.ts";
import { isAnnounced, isEarlier, sameObject } from "../../domain/belief/consistency.ts";
import { lastSaid } from "../../domain/belief/confidence.ts";
import { cardinality, predicateFamily } from "../../domain/belief/predicate.ts";
import type { LaneContext } from "./lanes.ts";

/** Newest statements that may shadow others; the idle pass keeps them few. */
const STAGED_MAX = 300;

/** Staged facts, newest first; read in parallel with the lanes, as it depends on none of them. */
export async function stagedFacts({ user, request }: LaneContext): Promise<Fact[]> {
  return request.asOf === undefined ? user.facts({ statuses: ["staged"], limit: STAGED_MAX }) : [];
}

/**
 * A newer first-hand staged statement shadows the older value at once, unless that was said again since: for single-valued predicates,
 * and whenever the user's own words say that something changed, ended or was wrong. An announced change leaves the present alone until
 * a verification pass has read it.
 */
export function shadowed(facts: Fact[], staged: Fact[]): { newer: Map<string, string>; fresh: Set<string> } {
  const result = { newer: new Map<string, string>(), fresh: new Set<string>() };
  for (const fresh of staged) {
    if (fresh.evidence.every((evidence) => evidence.assertedBy === "assistant")) continue;
    for (const older of [...facts, ...staged]) {
      if (!replaces(fresh, older)) continue;
      result.newer.set(older.id, fresh.id);
      result.fresh.add(fresh.id);
    }
  }
  return result;
}

function replaces(fresh: Fact, older: Fact): boolean {
  if (fresh.id === older.id || fresh.subjectId !== older.subjectId) return false;
  if (predicateFamily(fresh.predicate) !== predicateFamily(older.predicate)) return false;
  if (fresh.createdAt < older.createdAt || isEarlier(fresh, older) || isAnnounced(fresh)) return false;
  if (lastSaid(fresh) < lastSaid(older)) return false;
  const same = sameObject(fresh, older);
  if (same) return fresh.polarity !== older.polarity;
  if (fresh.polarity !== older.polarity) return false;
  return (
    cardinality(fresh.predicate) === "one" ||
    (cardinality(fresh.predicate) === "unknown" && fresh.change !== "none")
  );
}
