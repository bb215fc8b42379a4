import { EventEmitter } from "node:events";
import type { Coordination } from "../ports/coordination.ts";

/** A statement that was just heard. */
interface StagedItem {
  id: string;
  text: string;
}

/** What memory did, told to observers of that user. */
export type MemoryEvent =
  /** A turn has its reply, or ended without one. */
  | { type: "turn"; conversationId: string; episodeId: string }
  /** `facts` counts them all, `items` tells the first of them. */
  | { type: "staged"; episodeId: string; facts: number; items: StagedItem[] }
  | { type: "verified"; episodeId: string; verified: number; rejected: number; deferred: number }
  | {
      /** A maintenance run began, got on, or ended. */
      type: "run";
      runId: string;
      job: string;
      state: "running" | "done" | "failed" | "aborted";
      dryRun: boolean;
      counts: Record<string, number>;
    }
  /** A wish to forget hid memories until its user decides; `asked` counts those that it could mean too. */
  | { type: "put_away"; memories: number; asked: number }
  | { type: "forgotten"; facts: number; entities: number; episodes: number; redactions: number };

export interface MemoryEvents {
  emit(userId: string, event: MemoryEvent): void;
  /** Returns what ends the subscription. */
  subscribe(userId: string, listener: (event: MemoryEvent) => void): () => void;
}

const TOPIC = "memory";

interface ToldEvent {
  userId: string;
  event: MemoryEvent;
}

/** Observers hear of it in whichever process they are. */
export function createMemoryEvents(coordination: Coordination): MemoryEvents {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const emitHere = ({ userId, event }: ToldEvent): void => void emitter.emit(`user:${userId}`, event);
  coordination.listen(TOPIC, (told) => emitHere(told as ToldEvent));
  return {
    emit(userId, event) {
      emitHere({ userId, event });
      coordination.tell(TOPIC, { userId, event } satisfies ToldEvent);
    },
    subscribe(userId, listener) {
      emitter.on(`user:${userId}`, listener);
      return () => void emitter.off(`user:${userId}`, listener);
    },
  };
}
