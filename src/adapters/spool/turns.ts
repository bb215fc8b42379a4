import { EngramError } from "../../errors.ts";
import type { CompleteEpisode, NewEpisode } from "../../ports/memory-store.ts";
import { createSpoolFile, leftSpoolFiles, type SpoolFile, type WaitingTurn } from "./file.ts";

/** Waiting turns, over the files of this process. A file exists only while it has waiting turns. */
export type WaitingTurns = ReturnType<typeof openWaitingTurns>;

const ROWS_MAX = 1_000;
const BYTES_MAX = 16 * 1024 * 1024;

/** Takes over files left in the folder by dead processes. */
export function openWaitingTurns(folder: string, onError: (error: unknown) => void) {
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
    /** Rejects with `store_unavailable` if too many wait already. */
    put(turn: WaitingTurn): void {
      const bytes = files.reduce((sum, file) => sum + file.size().bytes, 0);
      // The end of a turn is always accepted: its words are already here or in the store.
      if (turn.opening !== null && (count() >= ROWS_MAX || bytes >= BYTES_MAX))
        throw new EngramError(
          "store_unavailable",
          "The memory store does not answer, and too many turns wait for it",
        );
      writable().put(turn);
    },
    complete: (id: string, completion: CompleteEpisode): void =>
      files.forEach((file) => file.complete(id, completion)),
    remove(id: string): void {
      for (const file of files) file.remove(id);
      dropEmpty();
    },
    all: (): WaitingTurn[] => files.flatMap((file) => file.all()),
    find: (id: string): WaitingTurn | null => first((file) => file.find(id)),
    /** The same turn by its id, or by the key of its request. */
    same: (userId: string, { id, idempotencyKey }: NewEpisode): WaitingTurn | null =>
      first((file) => file.find(id) ?? (idempotencyKey ? file.findKey(userId, idempotencyKey) : null)),
    hasConversation: (userId: string, id: string): boolean =>
      files.some((file) => file.hasConversation(userId, id)),
    count,
    close(): void {
      for (const file of files) file.close();
      files = [];
    },
  };
}
