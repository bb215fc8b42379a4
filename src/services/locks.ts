import { EngramError, type ErrorCode } from "../errors.ts";

/** One holder per key in this process, first come first served. */
export interface KeyedLock {
  /** Runs `work` alone for `key`; waits at most `waitMs`, then rejects with `busy`. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Takes the lock and returns what gives it back. */
  acquire(key: string): Promise<() => void>;
}

export function createKeyedLock(options: { waitMs?: number; busy?: ErrorCode } = {}): KeyedLock {
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

  return {
    acquire,
    async run(key, work) {
      const done = await acquire(key);
      try {
        return await work();
      } finally {
        done();
      }
    },
  };
}
