import type { ServerFrame } from "./frames.ts";

/** A connection that follows a turn; not necessarily the one that began it. */
export interface TurnListener {
  frame(frame: ServerFrame): void;
  finished(): void;
  /** Fires when it no longer follows. */
  left: AbortSignal;
}

/** A running or recently finished turn, kept so that a client that lost its connection can resume it. */
interface KeptTurn {
  frames: ServerFrame[];
  finished: boolean;
  abort: AbortController;
  listeners: Set<TurnListener>;
  /** Ends a turn that nobody follows. */
  orphaned?: NodeJS.Timeout;
}

/** A turn for the connection that runs it. */
export interface LiveTurn {
  /** Fires when it was cancelled, or nobody follows it any more. */
  signal: AbortSignal;
  push(frame: ServerFrame): void;
  finish(): void;
}

/** How long a finished turn can be resumed, milliseconds. */
const KEEP_MS = 60_000;
/** Finished turns kept at once over all users. */
const KEPT_MAX = 200;
/** How long a turn runs on without a connection, in which a client may resume it, milliseconds. */
const ORPHAN_MS = 20_000;

/** The turns of this process. */
export function createLiveTurns() {
  const turns = new Map<string, KeptTurn>();
  const keyOf = (userId: string, id: string): string => `${userId}\u0000${id}`;
  const get = (userId: string, id: string): KeptTurn | undefined => turns.get(keyOf(userId, id));
  return {
    /** Null if a turn with that name is running. */
    begin(userId: string, id: string): LiveTurn | null {
      if (get(userId, id)?.finished === false) return null;
      const key = keyOf(userId, id);
      const turn: KeptTurn = {
        frames: [],
        finished: false,
        abort: new AbortController(),
        listeners: new Set(),
      };
      turns.delete(key);
      turns.set(key, turn);
      return {
        signal: turn.abort.signal,
        push(frame) {
          turn.frames.push(frame);
          for (const listener of turn.listeners) listener.frame(frame);
        },
        finish() {
          turn.finished = true;
          for (const listener of turn.listeners) listener.finished();
          const drop = (): void => {
            if (turns.get(key) === turn) turns.delete(key);
          };
          setTimeout(drop, KEEP_MS).unref();
          const finished = [...turns].filter(([, kept]) => kept.finished);
          for (const [old] of finished.slice(0, Math.max(0, finished.length - KEPT_MAX))) turns.delete(old);
        },
      };
    },
    /** Sends the frames after `seq` and follows the turn; false if there is none. */
    follow(userId: string, id: string, seq: number, listener: TurnListener): boolean {
      const turn = get(userId, id);
      if (turn === undefined) return false;
      for (const frame of turn.frames.slice(seq)) listener.frame(frame);
      if (turn.finished) listener.finished();
      else {
        clearTimeout(turn.orphaned);
        turn.listeners.add(listener);
        listener.left.addEventListener("abort", () => {
          turn.listeners.delete(listener);
          const stop = (): void => turn.abort.abort(new Error("nobody listens"));
          if (turn.listeners.size === 0) turn.orphaned = setTimeout(stop, ORPHAN_MS).unref();
        });
      }
      return true;
    },
    /** False if there is no such turn, or it has ended. */
    cancel(userId: string, id: string): boolean {
      const turn = get(userId, id);
      if (turn === undefined || turn.finished) return false;
      turn.abort.abort(new Error("cancelled"));
      return true;
    },
  };
}
