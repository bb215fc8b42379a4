import { lastSaid } from "../../../domain/belief/confidence.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** Without a mention for fewer days nothing is put away: what comes up once a season is still needed. */
export const SILENT_DAYS = 90;
/** Facts with less confidence are put away: as much as an extraction must have to be proposed at all. */
const CONFIDENCE_MIN = 0.3;

/** What nobody could verify is put away after this long without a mention, whatever its confidence. */
const UNVERIFIED_DAYS = 365;
/** What was told in a turn of such weight is kept. */
const IMPORTANT = 0.75;

/** Whether a fact is faded; the importance of its turns is checked by `prunable`. */
export function isFaded(fact: Fact, now: Instant): boolean {
  const { status, confidence } = fact;
  if (status !== "staged" && status !== "verified") return false;
  const silentSince = (days: number): boolean => lastSaid(fact) <= plusMs(now, -days * DAY_MS);
  if (!silentSince(SILENT_DAYS)) return false;
  return confidence < CONFIDENCE_MIN || (status === "staged" && silentSince(UNVERIFIED_DAYS));
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
