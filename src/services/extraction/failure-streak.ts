import type { Instant } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { changeNote, dropNote, readNote } from "../notes.ts";

/** Consecutive failed attempts, across all users and processes, and since when. */
interface FailureStreak {
  failures: number;
  since: Instant;
}

export type FailureStreaks = ReturnType<typeof createFailureStreaks>;

/** Kept in the store, so that other processes and the next start see it. */
export function createFailureStreaks(deps: {
  /** The failing operation, e.g. "extraction". */
  of: string;
  system: SystemStore;
  clock: Clock;
  onError: (error: unknown) => void;
}) {
  const { system, clock } = deps;
  const name = `${deps.of}/failures`;
  let writing = Promise.resolve();

  const write = (succeeded: boolean): Promise<unknown> =>
    succeeded
      ? dropNote(system, name)
      : changeNote<FailureStreak>(system, name, (streak) => {
          const { failures, since } = streak ?? { failures: 0, since: clock.now() };
          return { failures: failures + 1, since };
        });

  return {
    /** Does not wait for the store. */
    attempted(succeeded: boolean): void {
      writing = writing
        .then(() => write(succeeded))
        .then(() => undefined)
        .catch(deps.onError);
    },
    /** The current streak; null if the latest attempt succeeded. */
    current: async () => (await readNote(system, name)).value as FailureStreak | null,
    /** Resolves once everything is written. */
    settled: (): Promise<void> => writing,
  };
}
