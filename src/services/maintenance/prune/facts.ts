import { lastSaid } from "../../../domain/belief/confidence.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

export interface PruneRule {
  /** Facts with less confidence are put away, 0-1. */
  confidenceMin: number;
  /** Days without a mention, before which nothing is put away. */
  ageDays: number;
}

/** What nobody could verify is put away after this long without a mention, whatever its confidence. */
const UNVERIFIED_DAYS = 365;
/** What was told in a turn of such weight is kept. */
const IMPORTANT = 0.75;

/** Whether a fact is faded; the importance of its turns is checked by `prunable`. */
export function isFaded(fact: Fact, rule: PruneRule, now: Instant): boolean {
  const { status, confidence } = fact;
  if (status !== "staged" && status !== "verified") return false;
  const silentSince = (days: number): boolean => lastSaid(fact) <= plusMs(now, -days * DAY_MS);
  if (!silentSince(rule.ageDays)) return false;
  return confidence < rule.confidenceMin || (status === "staged" && silentSince(UNVERIFIED_DAYS));
}

/** Faded facts without an important turn as evidence and without a pending verification. */
export async function prunable(user: UserStore, faded: Fact[]): Promise<Fact[]> {
  const ids = [...new Set(faded.flatMap(({ evidence }) => evidence.map(({ episodeId }) => episodeId)))];
  const turns = await user.episodesById(ids);
  const kept = new Set(
    turns.flatMap(({ id, importance, verification }) =>
      importance >= IMPORTANT || verification.state === "pending" ? [id] : [],
    ),
  );
  return faded.filter(({ evidence }) => !evidence.some(({ episodeId }) => kept.has(episodeId)));
}
