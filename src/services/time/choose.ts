/** Chooses among several possible dates: March, Friday, the 19th. */
import { DAY_MS } from "../../domain/model/time.ts";
import type { Period } from "./period.ts";
import type { Preference } from "./types.ts";

/** A direction stated in the text ("last", "next") is strict: it excludes the current one. */
export type Direction = "last" | "this" | "next";

/**
 * @param candidates in time order, some before and some after `now`
 * @param now wall time
 */
export function choose(candidates: Period[], now: number, prefer: Preference): Period | null {
  const past = candidates.findLast((period) => period.from <= now) ?? null;
  const future = candidates.find((period) => period.to > now) ?? null;
  if (prefer === "past") return past ?? future;
  if (prefer === "future") return future ?? past;
  return candidates.toSorted((a, b) => distance(a, now) - distance(b, now))[0] ?? null;
}

/** `last`: the latest that has ended; `next`: the first that has not begun; `this`: the nearest to now. */
export function chooseStrict(candidates: Period[], now: number, direction: Direction): Period | null {
  if (direction === "last") return candidates.findLast((period) => period.to <= now) ?? null;
  if (direction === "next") return candidates.find((period) => period.from > now) ?? null;
  return choose(candidates, now, "nearest");
}

/** Distance to the nearer edge day of the period; zero inside. */
function distance(period: Period, now: number): number {
  if (period.from <= now && now < period.to) return 0;
  return Math.min(Math.abs(period.from - now), Math.abs(period.to - DAY_MS - now));
}
