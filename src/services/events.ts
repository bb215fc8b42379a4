import { EventEmitter } from "node:events";

/** What memory did, told to observers of that user: ids and counts only. */
export type MemoryEvent =
  | { type: "staged"; episodeId: string; facts: number }
  | { type: "verified"; episodeId: string; verified: number; rejected: number; deferred: number }
  | { type: "forgotten"; facts: number; entities: number; episodes: number; redactions: number };

export interface MemoryEvents {
  emit(userId: string, event: MemoryEvent): void;
  /** Returns what ends the subscription. */
  subscribe(userId: string, listener: (event: MemoryEvent) => void): () => void;
}

export function createMemoryEvents(): MemoryEvents {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    emit: (userId, event) => void emitter.emit(`user:${userId}`, event),
    subscribe(userId, listener) {
      emitter.on(`user:${userId}`, listener);
      return () => void emitter.off(`user:${userId}`, listener);
    },
  };
}
