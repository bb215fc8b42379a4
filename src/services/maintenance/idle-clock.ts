import { plusMs, MINUTE_MS } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemStore } from "../../ports/memory-store.ts";

export interface IdleUser {
  userId: string;
  /** Code has done all it can: only a model, or more model time, can help. */
  waitsForVotesOnly: boolean;
}

/**
 * Finds users who have been silent long enough and have something to verify. Idle time is per user (F25), so one active user does
 * not keep the others waiting. Users who never chatted (imports, the API) count as idle.
 */
export async function idleUsers(
  system: SystemStore,
  clock: Clock,
  { afterMinutes, canVote }: { afterMinutes: number; canVote: boolean },
): Promise<IdleUser[]> {
  const before = plusMs(clock.now(), -afterMinutes * MINUTE_MS);
  const waiting = await system.pendingVerification();
  return waiting
    .filter(({ episodes, deferred }) => episodes > 0 || (canVote && deferred > 0))
    .filter((user) => user.lastMessageAt <= before)
    .map(({ userId, episodes }) => ({ userId, waitsForVotesOnly: episodes === 0 }));
}

const LOOK_SECONDS_MAX = 30;
const LOOK_SECONDS_MIN = 0.2;

/** Interval between two checks: a tenth of the idle time, within bounds. Milliseconds. */
export function lookEveryMs(idleAfterMinutes: number): number {
  const seconds = (idleAfterMinutes * 60) / 10;
  return Math.min(LOOK_SECONDS_MAX, Math.max(LOOK_SECONDS_MIN, seconds)) * 1000;
}
