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

export function createKeyedLock(options: KeyedLockOptions = {}): KeyedLock {
  const queues = new Map<string, (() => void)[]>();

  const release = (key: string): void => {
    const next = queues.get(key)?.shift();
    if (next) next();
    else queues.delete(key);
  };

  const acquire = (key: string): Promise<() => void> => {
    const once = (): (() => void) => {
      let released = false;
      return () => {
        if (!released) release(key);
        released = true;
      };
    };
    const queue = queues.get(key);
    if (!queue) {
      queues.set(key, []);
      return Promise.resolve(once());
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(once());
      };
      queue.push(enter);
      const timer =
        options.waitMs === undefined
          ? undefined
          : setTimeout(() => {
              queue.splice(queue.indexOf(enter), 1);
              reject(new EngramError(options.busy ?? "conflict"));
            }, options.waitMs);
    });
  };

  return { acquire, run: (key, work) => runLocked(acquire, key, work) };
}
