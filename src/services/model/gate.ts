import type { Coordination } from "../../ports/coordination.ts";
import { NO_REMOTE_CHATS, watchRemoteChats } from "./remote-chats.ts";

/**
 * One gate in front of the model: chat > live > idle. A chat request never waits for background work: it aborts
 * background requests (always streams, so their slots are freed at once), which start again when no chat is active,
 * here or in another process. With several model servers, background work is blocked only when each has a chat.
 *
 * `idle` requests are unrelated to the conversation: the server would evict the conversation from its prompt cache, and
 * the next message would be read from the beginning. So they pause briefly after each reply, up to a limit. `code` uses
 * no model, and only yields.
 *
 * States of a background task: waiting -> running -> done | preempted. A preempted task rejects with `Preempted`; its
 * job requeues itself and resumes from its last checkpoint.
 */
type BackgroundRank = "live" | "code" | "idle";

export class Preempted extends Error {
  constructor() {
    super("A chat message took the model");
    this.name = "Preempted";
  }
}

interface Waiter {
  rank: BackgroundRank;
  start: () => void;
}

export type ModelGate = ReturnType<typeof createModelGate>;

export interface ModelGateOptions {
  /** Concurrent background tasks of this process. */
  slots: number;
  /** Number of model servers: that many chats leave none for background work. */
  servers?: number;
  coordination?: Coordination;
  /** Pause of `idle` work after a reply, milliseconds. */
  restMs?: number;
}

/** A user who has just read a reply is likely to write again. */
const REST_MS = 2_000;
/** If messages never stop, `idle` work runs anyway this long after the first of them, milliseconds. */
const REST_MAX_MS = 30_000;

export function createModelGate(options: ModelGateOptions = { slots: 1 }) {
  const { slots, servers = 1, coordination, restMs = REST_MS } = options;
  let chats = 0;
  const running = new Set<AbortController>();
  const waiting: Waiter[] = [];
  /** Start of the first chat that `idle` work is pausing for; null if it is not pausing. */
  let restsFrom: number | null = null;
  let freeAt = 0;
  let wake: NodeJS.Timeout | undefined;

  const isTaken = (): boolean => chats + remoteChats.count() >= servers;
  const restLeftMs = (): number =>
    restsFrom === null ? 0 : Math.min(freeAt + restMs, restsFrom + REST_MAX_MS) - performance.now();
  const nextWaiter = (): Waiter | undefined => {
    const isRested = restLeftMs() <= 0;
    if (isRested) restsFrom = null;
    const live = waiting.findIndex(({ rank }) => rank === "live");
    const next = live >= 0 ? live : waiting.findIndex(({ rank }) => rank === "code" || isRested);
    return next < 0 ? undefined : waiting.splice(next, 1)[0];
  };
  const startNext = (): void => {
    clearTimeout(wake);
    while (!isTaken() && running.size < slots) {
      const next = nextWaiter();
      if (next === undefined) break;
      next.start();
    }
    if (!isTaken() && restsFrom !== null && waiting.length > 0) {
      wake = setTimeout(startNext, Math.max(1, Math.ceil(restLeftMs())));
    }
  };

  // Closing a stream takes time on this thread: it is done while the message's search waits for the store.
  const preemptAll = (): void => {
    if (isTaken()) for (const preempt of running) preempt.abort(new Preempted());
  };
  const chatsChanged = (): void => {
    if (isTaken()) {
      restsFrom ??= performance.now();
      setImmediate(preemptAll);
    } else {
      freeAt = performance.now();
      startNext();
    }
  };
  const remoteChats =
    coordination === undefined || coordination.kind === "in-process"
      ? NO_REMOTE_CHATS
      : watchRemoteChats(coordination, chatsChanged);

  /** Resolves once the task counts as running. */
  const admit = (rank: BackgroundRank, preempt: AbortController, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const drop = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        rank,
        start: () => {
          signal.removeEventListener("abort", drop);
          running.add(preempt);
          resolve();
        },
      };
      signal.addEventListener("abort", drop, { once: true });
      waiting.push(waiter);
      startNext();
    });

  return {
    /** In this process. */
    activeChats: () => chats,
    close(): void {
      clearTimeout(wake);
      remoteChats.close();
    },
    /** Takes the model for a reply; call the returned function when it is done. Never waits. */
    enterChat(): () => void {
      chats += 1;
      remoteChats.tell(chats);
      chatsChanged();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        chats -= 1;
        remoteChats.tell(chats);
        chatsChanged();
      };
    },
    /** Runs background work when no chat is active; at most `slots` at once, live before idle. */
    async background<T>(
      rank: BackgroundRank,
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const preempt = new AbortController();
      await admit(rank, preempt, signal);
      try {
        return await work(AbortSignal.any([signal, preempt.signal]));
      } catch (error) {
        throw preempt.signal.aborted ? new Preempted() : error;
      } finally {
        running.delete(preempt);
        startNext();
      }
    },
  };
}
