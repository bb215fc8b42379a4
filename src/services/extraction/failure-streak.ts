import type { Instant } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import { readNote } from "../notes.ts";

/** Consecutive failed attempts, across all users and processes, and since when. */
interface FailureStreak {
  failures: number;
  since: Instant;
}

export interface FailureStreaks {
  /** Does not wait for the store. */
  attempted(succeeded: boolean): void;
  /** The current streak; null if the latest attempt succeeded. */
  current(): Promise<FailureStreak | null>;
  /** Resolves once everything is written. */
  settled(): Promise<void>;
}

/** Kept in the store, so that other processes and the next start see it. */
export function createFailureStreaks(deps: {
  /** The failing operation, e.g. "extraction". */
  of: string;
  system: SystemStore;
  clock: Clock;
  onError: (error: unknown) => void;
}): FailureStreaks {
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
    attempted(succeeded) {
      writing = writing.then(() => write(succeeded)).catch(deps.onError);
    },
    current: async () => (await read()).streak,
    settled: () => writing,
  };
}
