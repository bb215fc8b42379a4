/** The true words of turns that were said off the record: in this process only, never written anywhere. */
export interface HeardWords {
  userMessage: string;
  reply: string;
}

export interface Heard {
  keep(episodeId: string, words: HeardWords): void;
  /** Undefined when they are too old, too many came since, or the process was started again. */
  get(episodeId: string): HeardWords | undefined;
  drop(episodeIds: readonly string[]): void;
  clear(): void;
}

const TURNS_MAX = 200;
/** As long as a conversation goes on; afterwards nobody needs them. */
const KEEP_MS = 2 * 3_600_000;

export function createHeard(now: () => number = Date.now): Heard {
  const turns = new Map<string, HeardWords & { at: number }>();
  const dropOld = (): void => {
    for (const [id, { at }] of turns) {
      if (turns.size <= TURNS_MAX && now() - at <= KEEP_MS) return;
      turns.delete(id);
    }
  };
  return {
    keep(episodeId, words) {
      turns.delete(episodeId);
      turns.set(episodeId, { ...words, at: now() });
      dropOld();
    },
    get(episodeId) {
      dropOld();
      return turns.get(episodeId);
    },
    drop(episodeIds) {
      for (const id of episodeIds) turns.delete(id);
    },
    clear: () => turns.clear(),
  };
}
