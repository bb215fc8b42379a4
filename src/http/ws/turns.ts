import type { ServerFrame } from "./frames.ts";

/** A running or recently finished turn, kept so that a client that lost its connection can resume it. */
export interface LiveTurn {
  frames: ServerFrame[];
  finished: boolean;
  abort: AbortController;
  listeners: Set<TurnListener>;
}

/** A connection that follows a turn; not necessarily the one that began it. */
export interface TurnListener {
  frame(frame: ServerFrame): void;
  finished(): void;
}

export type LiveTurns = ReturnType<typeof createLiveTurns>;

/** How long a finished turn can be resumed, milliseconds. */
const KEEP_MS = 60_000;
/** Finished turns kept at once over all users. */
const KEPT_MAX = 200;
/** How long a turn runs on without a connection, milliseconds. */
export const ORPHAN_MS = 20_000;

export function createLiveTurns() {
  const turns = new Map<string, LiveTurn>();
  const keyOf = (userId: string, id: string): string => `${userId}\u0000${id}`;
  return {
    get: (userId: string, id: string): LiveTurn | null => turns.get(keyOf(userId, id)) ?? null,
    /** Null if a turn with that name is running. */
    begin(userId: string, id: string): LiveTurn | null {
      const key = keyOf(userId, id);
      if (turns.get(key)?.finished === false) return null;
      const turn: LiveTurn = {
        frames: [],
        finished: false,
        abort: new AbortController(),
        listeners: new Set(),
      };
      turns.delete(key);
      turns.set(key, turn);
      return turn;
    },
    push(turn: LiveTurn, frame: ServerFrame): void {
      turn.frames.push(frame);
      for (const listener of turn.listeners) listener.frame(frame);
    },
    finish(userId: string, id: string, turn: LiveTurn): void {
      turn.finished = true;
      for (const listener of turn.listeners) listener.finished();
      const key = keyOf(userId, id);
      const drop = (): void => {
        if (turns.get(key) === turn) turns.delete(key);
      };
      setTimeout(drop, KEEP_MS).unref();
      const finished = [...turns].filter(([, kept]) => kept.finished);
      for (const [old] of finished.slice(0, Math.max(0, finished.length - KEPT_MAX))) turns.delete(old);
    },
  };
}
