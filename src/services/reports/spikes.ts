import type { Day } from "../../domain/day.ts";
import type { Instant } from "../../domain/time.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { dayBounds, localDate, plusDays } from "../../domain/local-day.ts";
import { madeUp } from "./make-report.ts";

export interface Spike {
  kind: "hallucination_spike" | "suspicious_spike";
  counts: Record<string, number>;
}

const DAYS_BEFORE = 7;
/** Fewer today are chance. */
const TODAY_MIN = 10;
/** Fewer in the days before are no measure of what is usual. */
const BEFORE_MIN = 20;
/** Today's share, of the usual one, and at least. */
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

function suspicious(days: Day[]): Part {
  const total = (name: string): number => days.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  return { part: total("suspicious"), whole: total("extractions.done") };
}

/** What is far more frequent today than in the seven days before; nothing for a user of whom nothing was counted today. */
export async function spikes(user: UserStore, now: Instant): Promise<Spike[]> {
  const { timeZone } = await user.settings();
  const today = localDate(now, timeZone);
  const first = plusDays(today, -DAYS_BEFORE);
  const { items } = await user.dayPage({ from: first, to: today, limit: DAYS_BEFORE + 1 });
  if (items[0]?.date !== today) return [];
  const midnight = dayBounds(today, timeZone).from;
  const refusedIn = async (from: Instant, to: Instant): Promise<Part> => {
    const { refused, proposed } = madeUp(await user.activity({ from, to }));
    return { part: refused, whole: proposed };
  };
  const pairs: [Spike["kind"], Part, Part][] = [
    ["suspicious_spike", suspicious(items.slice(0, 1)), suspicious(items.slice(1))],
    [
      "hallucination_spike",
      await refusedIn(midnight, dayBounds(today, timeZone).to),
      await refusedIn(dayBounds(first, timeZone).from, midnight),
    ],
  ];
  return pairs
    .filter(([, now, before]) => isSpike(now, before))
    .map(([kind, now, before]) => ({
      kind,
      counts: { today: now.part, of: now.whole, before: before.part, ofBefore: before.whole },
    }));
}
