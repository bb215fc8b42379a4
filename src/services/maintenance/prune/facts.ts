import { lastSaid } from "../../../domain/belief/confidence.ts";
import { turnsBehind, type Fact } from "../../../domain/model/fact.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import { keptFresh } from "../../learning/stability.ts";
import type { UserStore } from "../../../ports/memory-store.ts";

/** Nothing mentioned within this many days is archived: seasonal topics are still needed. */
export const SILENT_DAYS = 90;
/** Facts with less confidence are archived; also the minimum for an extracted proposal. */
const CONFIDENCE_MIN = 0.3;

/** Unverified facts are archived after this long without a mention, whatever their confidence. */
const UNVERIFIED_DAYS = 365;
/** Facts from a turn of at least this importance are kept. */
const IMPORTANT = 0.75;

/** Whether a fact is faded; the importance of its turns is checked by `prunable`. */
function isFaded(fact: Fact, now: Instant): boolean {
  const { status, confidence } = fact;
  if (status !== "staged" && status !== "verified") return false;
  const silentSince = (days: number): boolean => lastSaid(fact) <= plusMs(now, -days * DAY_MS);
  if (!silentSince(SILENT_DAYS)) return false;
  return confidence < CONFIDENCE_MIN || (status === "staged" && silentSince(UNVERIFIED_DAYS));
}

/** Faded facts that nothing keeps fresh, without an important turn as evidence and without a pending verification. */
export async function prunable(user: UserStore, facts: Fact[], now: Instant): Promise<Fact[]> {
  const faded = facts.filter((fact) => isFaded(fact, now));
  const turns = await user.episodesById([...turnsBehind(faded)]);
  const kept = new Set(
    turns.flatMap(({ id, importance, verification }) =>
      importance >= IMPORTANT || verification.state === "pending" ? [id] : [],
    ),
  );
  const mentioned = faded.map(({ id, evidence }) => ({
    id,
    mentions: evidence.map((one) => one.occurredAt),
  }));
  const fresh = await keptFresh(user, mentioned, now);
  return faded.filter(
    ({ id, evidence }) => !fresh.has(id) && !evidence.some(({ episodeId }) => kept.has(episodeId)),
  );
}
