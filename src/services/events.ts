import { EventEmitter } from "node:events";
import { z } from "zod";
import { LINK_TYPES } from "../domain/model/link.ts";
import type { Coordination } from "../ports/coordination.ts";

const count = z.number();
const id = z.string();

/** Memory events for that user's observers: the data of each. */
export const MEMORY_EVENTS = {
  /** A turn has its reply, or ended without one. */
  turn: z.object({ conversationId: id, episodeId: id }),
  /** A conversation was renamed, pinned or archived. */
  conversation: z.object({ conversationId: id }),
  /** `facts` is the total, `items` the first of them. */
  staged: z.object({ episodeId: id, facts: count, items: z.array(z.object({ id, text: z.string() })) }),
  verified: z.object({ episodeId: id, verified: count, rejected: count, deferred: count }),
  /** A maintenance run began, progressed or ended. */
  run: z.object({
    runId: id,
    job: z.string(),
    state: z.enum(["running", "done", "failed", "aborted"]),
    dryRun: z.boolean(),
    counts: z.record(z.string(), count),
  }),
  /** A link between two memories was made or replaced. */
  linked: z.object({ id, link: z.enum(LINK_TYPES), fromId: id, toId: id }),
  /** A wish to forget hid memories until its user decides; `asked` counts the possible matches. */
  put_away: z.object({ memories: count, asked: count }),
  forgotten: z.object({ facts: count, entities: count, episodes: count, redactions: count }),
};

type Data = typeof MEMORY_EVENTS;
export type MemoryEvent = { [Type in keyof Data]: { type: Type } & z.infer<Data[Type]> }[keyof Data];

export type MemoryEvents = ReturnType<typeof createMemoryEvents>;

const TOPIC = "memory";

interface ToldEvent {
  userId: string;
  event: MemoryEvent;
}

/** Delivered to observers in all processes. */
export function createMemoryEvents(coordination: Coordination) {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const emitHere = ({ userId, event }: ToldEvent): void => void emitter.emit(`user:${userId}`, event);
  coordination.listen(TOPIC, (told) => emitHere(told as ToldEvent));
  return {
    emit(userId: string, event: MemoryEvent): void {
      emitHere({ userId, event });
      coordination.tell(TOPIC, { userId, event } satisfies ToldEvent);
    },
    /** Returns the function that unsubscribes. */
    subscribe(userId: string, listener: (event: MemoryEvent) => void): () => void {
      emitter.on(`user:${userId}`, listener);
      return () => void emitter.off(`user:${userId}`, listener);
    },
  };
}
