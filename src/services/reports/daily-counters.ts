import type { DayCounts } from "../../domain/model/day.ts";
import { QUARTER_MS, toInstant, toMs } from "../../domain/model/time.ts";
import type { Needs } from "../kernel.ts";
import { localDate } from "../../domain/model/local-day.ts";

/**
 * Counts by user and day that survive the process (F21). They are collected here and written every few seconds: a
 * killed process loses no more than that. They wait while the store is away.
 */
export type DailyCounters = ReturnType<typeof createDailyCounters>;

const FLUSH_MS = 5_000;
/** Maximum pending counts, one per user, quarter and name; more are dropped while the store is away. */
const WAITING_MAX = 20_000;

export function createDailyCounters(
  deps: Needs<"store" | "clock"> & { onError: (error: unknown) => void; flushMs?: number },
) {
  /** Per user and quarter of an hour, which belongs to a single day in every time zone. */
  let waiting = new Map<string, Map<number, DayCounts>>();
  let size = 0;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const count = (userId: string, quarter: number, name: string, by: number): void => {
    const quarters = waiting.get(userId) ?? new Map<number, DayCounts>();
    const counts = quarters.get(quarter) ?? {};
    if (counts[name] === undefined) {
      if (size >= WAITING_MAX) return;
      size += 1;
    }
    counts[name] = (counts[name] ?? 0) + by;
    quarters.set(quarter, counts);
    waiting.set(userId, quarters);
  };

  const write = async (userId: string, quarters: Map<number, DayCounts>): Promise<void> => {
    const user = deps.store.forUser(userId);
    const { timeZone } = await user.settings();
    const days = new Map<string, DayCounts>();
    for (const [quarter, counts] of quarters) {
      const date = localDate(toInstant(quarter * QUARTER_MS), timeZone);
      const day = days.get(date) ?? {};
      for (const [name, by] of Object.entries(counts)) day[name] = (day[name] ?? 0) + by;
      days.set(date, day);
    }
    await user.addCounts([...days].map(([date, counts]) => ({ date, counts })));
  };

  const flushNow = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    size = 0;
    for (const [userId, quarters] of batch) {
      try {
        await write(userId, quarters);
      } catch (error) {
        deps.onError(error);
        for (const [quarter, counts] of quarters)
          for (const [name, by] of Object.entries(counts)) count(userId, quarter, name, by);
      }
    }
  };

  const flush = (): Promise<void> => (writing = writing.then(flushNow));
  const timer = setInterval(() => {
    if (waiting.size > 0) void flush();
  }, deps.flushMs ?? FLUSH_MS);
  timer.unref();

  return {
    add(userId: string, name: string, by: number = 1): void {
      if (!stopped && by > 0) count(userId, Math.floor(toMs(deps.clock.now()) / QUARTER_MS), name, by);
    },
    /** Drops the counts of a user who forgot everything. */
    drop(userId: string): void {
      for (const counts of waiting.get(userId)?.values() ?? []) size -= Object.keys(counts).length;
      waiting.delete(userId);
    },
    /** Resolves when everything counted so far is written, or could not be. */
    flush,
    /** Writes the rest and stops counting. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopped = true;
      await flush();
    },
  };
}
