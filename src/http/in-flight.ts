/**
 * Replies in progress. At shutdown they are aborted and awaited before sockets close: an open stream would otherwise
 * keep the server running forever.
 */
export interface InFlight {
  readonly signal: AbortSignal;
  track<T>(work: Promise<T>): Promise<T>;
  /** Follows an iterator until it ends. */
  trackIterator<T>(events: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined>;
  /** Aborts all; waits at most `ms`. */
  drain(ms: number): Promise<void>;
  count(): number;
}

export function createInFlight(): InFlight {
  const abort = new AbortController();
  const running = new Set<Promise<unknown>>();

  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    running.add(settled);
    void settled.then(() => running.delete(settled));
    return work;
  };

  return {
    signal: abort.signal,
    track,
    async *trackIterator(events) {
      let finish: () => void = () => undefined;
      void track(new Promise<void>((resolve) => (finish = resolve)));
      try {
        yield* events;
      } finally {
        finish();
      }
    },
    async drain(ms) {
      abort.abort(new Error("shutting down"));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
      await Promise.race([Promise.allSettled(running), late]);
      clearTimeout(timer);
    },
    count: () => running.size,
  };
}
