import type { Instant } from "../../domain/model/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { dayBounds, localDate, plusDays } from "../../domain/model/local-day.ts";
import { inventedCounts } from "./make-report.ts";

const KINDS = ["suspicious_spike", "hallucination_spike"] as const;

export interface Spike {
  kind: (typeof KINDS)[number];
  counts: Record<string, number>;
}

const DAYS_BEFORE = 7;
/** A lower count today may be chance. */
const TODAY_MIN = 10;
/** A lower count in the days before does not show what is usual. */
const BEFORE_MIN = 20;
/** Minimum share today: as a multiple of the usual one, and absolute. */
const FACTOR = 2;
const SHARE_MIN = 0.2;

interface Part {
  part: number;
  whole: number;
}

function isSpike(today: Part, before: Part): boolean {
  if (today.part < TODAY_MIN || before.whole < BEFORE_MIN) return false;
  const share = today.part / today.whole;
  return share >= SHARE_MIN && share >= FACTOR * (before.part / before.whole);
}

/** Counts far higher today than in the seven days before; empty for a user without counts today. */
export async function spikes(user: UserStore, at: Instant): Promise<Spike[]> {
  const { timeZone } = await user.settings();
  const today = localDate(at, timeZone);
  const first = plusDays(today, -DAYS_BEFORE);
  if ((await user.dayPage({ from: today, to: today, limit: 1 })).items.length === 0) return [];
  const midnight = dayBounds(today, timeZone).from;
  const partsIn = async (from: Instant, to: Instant): Promise<Record<Spike["kind"], Part>> => {
    const activity = await user.activity({ from, to });
    const { refused, proposed } = inventedCounts(activity);
    const { suspicious, total } = activity.reasonings;
    return {
      suspicious_spike: { part: suspicious, whole: total },
      hallucination_spike: { part: refused, whole: proposed },
    };
  };
  const now = await partsIn(midnight, dayBounds(today, timeZone).to);
  const before = await partsIn(dayBounds(first, timeZone).from, midnight);
  return KINDS.filter((kind) => isSpike(now[kind], before[kind])).map((kind) => ({
    kind,
    counts: {
      today: now[kind].part,
      of: now[kind].whole,
      before: before[kind].part,
      ofBefore: before[kind].whole,
    },
  }));
}
