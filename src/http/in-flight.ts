import { withDeadline } from "../services/retrieval/deadline.ts";

export type InFlight = ReturnType<typeof createInFlight>;

/**
 * Replies in progress. At shutdown they are aborted and awaited before sockets close: an open stream would otherwise
 * keep the server running forever.
 */
export function createInFlight() {
  const abort = new AbortController();
  const running = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled = Promise.allSettled([work]);
    running.add(settled);
    void settled.then(() => running.delete(settled));
    return work;
  };

  return {
    signal: abort.signal,
    track,
    /** Follows an iterator until it ends. */
    async *trackIterator<T>(events: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
      const { promise, resolve } = Promise.withResolvers<void>();
      void track(promise);
      try {
        yield* events;
      } finally {
        resolve();
      }
    },
    /** Aborts all; waits at most `ms`. */
    async drain(ms: number): Promise<void> {
      abort.abort(new Error("shutting down"));
      await withDeadline(Promise.all(running), ms).catch(() => undefined);
    },
  };
}
