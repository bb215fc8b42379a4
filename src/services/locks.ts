import { setTimeout as sleep } from "node:timers/promises";
import { EngramError, type ErrorCode } from "../errors.ts";
import type { Coordination } from "../ports/coordination.ts";

/** States of a key: free -> held -> free. Waiters in one process are served in order of arrival. */
export interface KeyedLock {
  /** Runs `work` exclusively for `key`; waits at most `waitMs`, then rejects with `busy`. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Takes the lock and returns the function that releases it. */
  acquire(key: string): Promise<() => void>;
}

export interface KeyedLockOptions {
  waitMs?: number;
  busy?: ErrorCode;
}

/**
 * Longest a lock without its own limit waits for another process, milliseconds: longer than a dead process's lease
 * lasts.
 */
const SHARED_WAIT_MS_MAX = 60_000;

/**
 * A lock across all processes: first queues for this process's lock, then for the lease. If the lease backend is
 * unreachable, only the local lock applies.
 */
export function createSharedLock(
  coordination: Coordination,
  scope: string,
  options: KeyedLockOptions = {},
): KeyedLock {
  const local = createKeyedLock(options);
  if (coordination.kind === "in-process") return local;
  const acquire = async (key: string): Promise<() => void> => {
    const began = performance.now();
    const release = await local.acquire(key);
    try {
      const waitMs = (options.waitMs ?? SHARED_WAIT_MS_MAX) - (performance.now() - began);
      const lease = await coordination.acquire(`${scope}/${key}`, Math.max(0, waitMs));
      if (lease === null) throw new EngramError(options.busy ?? "conflict");
      return () => {
        lease.release();
        release();
      };
    } catch (error) {
      release();
      throw error;
    }
  };
  return { acquire, run: (key, work) => runLocked(acquire, key, work) };
}

async function runLocked<T>(acquire: KeyedLock["acquire"], key: string, work: () => Promise<T>): Promise<T> {
  const done = await acquire(key);
  try {
    return await work();
  } finally {
    done();
  }
}

export function createKeyedLock({ waitMs, busy = "conflict" }: KeyedLockOptions = {}): KeyedLock {
  /** The release of the last holder or waiter of each key. */
  const last = new Map<string, Promise<void>>();

  const acquire = async (key: string): Promise<() => void> => {
    const before = last.get(key);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const through = Promise.all([before, released]).then(() => {
      if (last.get(key) === through) last.delete(key);
    });
    last.set(key, through);
    if (before !== undefined && !(await isWithin(before, waitMs))) {
      release();
      throw new EngramError(busy);
    }
    return release;
  };

  return { acquire, run: (key, work) => runLocked(acquire, key, work) };
}

/** Waits for work that never rejects; false if it takes longer than `ms`. */
async function isWithin(work: Promise<void>, ms: number | undefined): Promise<boolean> {
  if (ms === undefined) return work.then(() => true);
  const late = new AbortController();
  const inTime = work.then(() => true).finally(() => late.abort());
  return Promise.race([inTime, sleep(ms, false, { signal: late.signal }).catch(() => true)]);
}
