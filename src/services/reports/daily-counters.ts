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

interface Count {
  userId: string;
  /** Of an hour, since 1970: it belongs to a single day in every time zone. */
  quarter: number;
  name: string;
  by: number;
}

export function createDailyCounters(
  deps: Needs<"store" | "clock"> & { onError: (error: unknown) => void; flushMs?: number },
) {
  let waiting = new Map<string, Count>();
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const count = (added: Count): void => {
    const key = JSON.stringify([added.userId, added.quarter, added.name]);
    const known = waiting.get(key);
    if (known !== undefined) known.by += added.by;
    else if (waiting.size < WAITING_MAX) waiting.set(key, added);
  };

  const write = async (userId: string, counts: readonly Count[]): Promise<void> => {
    const user = deps.store.forUser(userId);
    const { timeZone } = await user.settings();
    const days: Record<string, DayCounts> = {};
    for (const { quarter, name, by } of counts) {
      const day = (days[localDate(toInstant(quarter * QUARTER_MS), timeZone)] ??= {});
      day[name] = (day[name] ?? 0) + by;
    }
    await user.addCounts(Object.entries(days).map(([date, ofDay]) => ({ date, counts: ofDay })));
  };

  const flushNow = async (): Promise<void> => {
    const batch = Map.groupBy(waiting.values(), ({ userId }) => userId);
    waiting = new Map();
    for (const [userId, counts] of batch) {
      try {
        await write(userId, counts);
      } catch (error) {
        deps.onError(error);
        counts.forEach(count);
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
      const quarter = Math.floor(toMs(deps.clock.now()) / QUARTER_MS);
      if (!stopped && by > 0) count({ userId, quarter, name, by });
    },
    /** Drops the counts of a user who forgot everything. */
    drop(userId: string): void {
      for (const [key, one] of waiting) if (one.userId === userId) waiting.delete(key);
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
