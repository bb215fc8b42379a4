import type { Coordination } from "../../ports/coordination.ts";
import { NO_CHATS_ELSEWHERE, watchChats } from "./chats-elsewhere.ts";

/**
 * One gate in front of the model: chat > live > idle. A chat request never waits for background work: it aborts
 * what runs (always a stream, so its slot is freed at once) and background work starts again when no chat is active,
 * here or in another process. With several model servers it is held off when each has a chat.
 *
 * States of a background task: waiting -> running -> done | preempted. A preempted task rejects with `Preempted`;
 * its job puts itself back and resumes from its last checkpoint.
 */
export type BackgroundRank = "live" | "idle";

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

export interface ModelGate {
  /** Takes the model for a reply; call the result when it is over. Never waits. */
  enterChat(): () => void;
  /** Runs background work when no chat is active; at most `slots` at once, live before idle. */
  background<T>(
    rank: BackgroundRank,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** In this process. */
  activeChats(): number;
  close(): void;
}

export interface ModelGateOptions {
  /** Background tasks of this process that may run at once. */
  slots: number;
  /** Model servers: as many chats leave none for background work. */
  servers?: number;
  coordination?: Coordination;
}

export function createModelGate(options: ModelGateOptions = { slots: 1 }): ModelGate {
  const { slots, servers = 1, coordination } = options;
  let chats = 0;
  const running = new Set<AbortController>();
  const waiting: Waiter[] = [];

  const isTaken = (): boolean => chats + elsewhere.count() >= servers;
  const startNext = (): void => {
    while (!isTaken() && running.size < slots && waiting.length > 0) {
      const live = waiting.findIndex((waiter) => waiter.rank === "live");
      waiting.splice(Math.max(live, 0), 1)[0]?.start();
    }
  };

  const chatsChanged = (): void => {
    if (isTaken()) for (const preempt of running) preempt.abort(new Preempted());
    else startNext();
  };
  const elsewhere =
    coordination === undefined || coordination.kind === "in-process"
      ? NO_CHATS_ELSEWHERE
      : watchChats(coordination, chatsChanged);

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
    activeChats: () => chats,
    close: () => elsewhere.close(),
    enterChat() {
      chats += 1;
      elsewhere.tell(chats);
      chatsChanged();
      let left = false;
      return () => {
        if (left) return;
        left = true;
        chats -= 1;
        elsewhere.tell(chats);
        chatsChanged();
      };
    },
    async background(rank, signal, work) {
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
