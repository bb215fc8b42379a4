import type { Instant } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { readNote } from "../notes.ts";

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

  const read = async (): Promise<{ version: number; streak: FailureStreak | null }> => {
    const { version, value } = await readNote(system, name);
    return { version, streak: value as FailureStreak | null };
  };
  const write = async (succeeded: boolean): Promise<void> => {
    const { version, streak } = await read();
    if (succeeded && streak === null) return;
    const { failures, since } = streak ?? { failures: 0, since: clock.now() };
    await system.putNote({
      name,
      version,
      value: succeeded ? null : { failures: failures + 1, since },
    });
  };

  return {
    /** Does not wait for the store. */
    attempted(succeeded: boolean): void {
      writing = writing.then(() => write(succeeded)).catch(deps.onError);
    },
    /** The current streak; null if the latest attempt succeeded. */
    current: async (): Promise<FailureStreak | null> => (await read()).streak,
    /** Resolves once everything is written. */
    settled: (): Promise<void> => writing,
  };
}
