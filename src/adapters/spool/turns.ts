import { EngramError } from "../../errors.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";
import { createSpoolFile, leftSpoolFiles, type SpoolFile, type WaitingTurn } from "./file.ts";

/** Waiting turns, over the files of this process. A file exists only while it has waiting turns. */
export interface WaitingTurns {
  /** Rejects with `store_unavailable` if too many wait already. */
  put(turn: WaitingTurn): void;
  complete(id: string, completion: CompleteEpisode): void;
  remove(id: string): void;
  all(): WaitingTurn[];
  find(id: string): WaitingTurn | null;
  /** The same turn by its id, or by the key of its request. */
  same(userId: string, asked: NewEpisode): WaitingTurn | null;
  hasConversation(userId: string, conversationId: string): boolean;
  count(): number;
  close(): void;
}

const ROWS_MAX = 1_000;
const BYTES_MAX = 16 * 1024 * 1024;

/** Takes over files left in the folder by dead processes. */
export function openWaitingTurns(folder: string, onError: (error: unknown) => void): WaitingTurns {
  let files = leftSpoolFiles(folder, onError);
  const dropEmpty = (): void => {
    files = files.filter((file) => {
      const isEmpty = file.size().rows === 0;
      if (isEmpty) file.discard();
      return !isEmpty;
    });
  };
  dropEmpty();
  const writable = (): SpoolFile => {
    const file = files.at(-1) ?? createSpoolFile(folder);
    if (!files.includes(file)) files.push(file);
    return file;
  };
  const first = <T>(look: (file: SpoolFile) => T | null): T | null => {
    for (const file of files) {
      const found = look(file);
      if (found !== null) return found;
    }
    return null;
  };
  const count = (): number => files.reduce((sum, file) => sum + file.size().rows, 0);
  return {
    put(turn) {
      const bytes = files.reduce((sum, file) => sum + file.size().bytes, 0);
      // The end of a turn is always accepted: its words are already here or in the store.
      if (turn.opening !== null && (count() >= ROWS_MAX || bytes >= BYTES_MAX))
        throw new EngramError(
          "store_unavailable",
          "The memory store does not answer, and too many turns wait for it",
        );
      writable().put(turn);
    },
    complete: (id, completion) => files.forEach((file) => file.complete(id, completion)),
    remove(id) {
      for (const file of files) file.remove(id);
      dropEmpty();
    },
    all: () => files.flatMap((file) => file.all()),
    find: (id) => first((file) => file.find(id)),
    same: (userId, { id, idempotencyKey }) =>
      first((file) => file.find(id) ?? (idempotencyKey ? file.findKey(userId, idempotencyKey) : null)),
    hasConversation: (userId, id) => files.some((file) => file.hasConversation(userId, id)),
    count,
    close() {
      for (const file of files) file.close();
      files = [];
    },
  };
}
