import { EventEmitter } from "node:events";
import type { LinkType } from "../domain/model/link.ts";
import type { Coordination } from "../ports/coordination.ts";

/** A newly staged statement. */
interface StagedItem {
  id: string;
  text: string;
}

/** Memory events for that user's observers. */
export type MemoryEvent =
  /** A turn has its reply, or ended without one. */
  | { type: "turn"; conversationId: string; episodeId: string }
  /** A conversation was renamed, pinned or archived. */
  | { type: "conversation"; conversationId: string }
  /** `facts` is the total, `items` the first of them. */
  | { type: "staged"; episodeId: string; facts: number; items: StagedItem[] }
  | { type: "verified"; episodeId: string; verified: number; rejected: number; deferred: number }
  | {
      /** A maintenance run began, progressed or ended. */
      type: "run";
      runId: string;
      job: string;
      state: "running" | "done" | "failed" | "aborted";
      dryRun: boolean;
      counts: Record<string, number>;
    }
  /** A link between two memories was made or replaced. */
  | { type: "linked"; id: string; link: LinkType; fromId: string; toId: string }
  /** A wish to forget hid memories until its user decides; `asked` counts the possible matches. */
  | { type: "put_away"; memories: number; asked: number }
  | { type: "forgotten"; facts: number; entities: number; episodes: number; redactions: number };

export interface MemoryEvents {
  emit(userId: string, event: MemoryEvent): void;
  /** Returns the function that unsubscribes. */
  subscribe(userId: string, listener: (event: MemoryEvent) => void): () => void;
}

const TOPIC = "memory";

interface ToldEvent {
  userId: string;
  event: MemoryEvent;
}

/** Delivered to observers in all processes. */
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
