/**
 * Words of a turn that is off the record, or whose reply repeats such words. Held in this process only, never written.
 */
interface OffRecordTurn {
  conversationId: string;
  userMessage: string;
  reply: string;
  /** The user's words are off the record, not just the reply. */
  isOffRecord: boolean;
}

export type OffRecordBuffer = ReturnType<typeof createOffRecordBuffer>;

const TURNS_MAX = 200;
/** Duration of a conversation; later they are not needed. */
const KEEP_MS = 2 * 3_600_000;

export function createOffRecordBuffer(now: () => number = Date.now) {
  const turns = new Map<string, OffRecordTurn & { at: number }>();
  const dropOld = (): void => {
    for (const [id, { at }] of turns) {
      if (turns.size <= TURNS_MAX && now() - at <= KEEP_MS) return;
      turns.delete(id);
    }
  };
  return {
    keep(episodeId: string, words: OffRecordTurn): void {
      turns.delete(episodeId);
      turns.set(episodeId, { ...words, at: now() });
      dropOld();
    },
    /** Undefined once the turn is too old, was evicted by newer ones, or the process restarted. */
    get(episodeId: string): OffRecordTurn | undefined {
      dropOld();
      return turns.get(episodeId);
    },
    /** The user's off-the-record words in a conversation. */
    offRecordIn(conversationId: string): string[] {
      dropOld();
      return [...turns.values()]
        .filter((turn) => turn.isOffRecord && turn.conversationId === conversationId)
        .map(({ userMessage }) => userMessage);
    },
    drop(episodeIds: readonly string[]): void {
      for (const id of episodeIds) turns.delete(id);
    },
    clear: (): void => turns.clear(),
  };
}
