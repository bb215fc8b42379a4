import type { Instant } from "../../domain/model/time.ts";
import { changeNote, readNote, type Notes } from "../notes.ts";

/** The state of a scheduled job, kept across restarts and processes. */
export interface ScheduleState {
  /** The schedule it was recorded for: a changed one starts afresh, without missed times. */
  expression: string;
  timeZone: string;
  /** The last due time that was started or skipped. */
  dueAt: Instant | null;
  begunAt: Instant | null;
  /** Null while some users' runs have not been started or have not ended. */
  endedAt: Instant | null;
  paused: boolean;
}

const FRESH: ScheduleState = {
  expression: "",
  timeZone: "",
  dueAt: null,
  begunAt: null,
  endedAt: null,
  paused: false,
};

const PREFIX = "schedule/";
/** The name whose `paused` is that of all jobs; no job has it. */
export const ALL_JOBS = "*";

export function createScheduleStates(system: Notes) {
  const complete = (value: unknown): ScheduleState => ({ ...FRESH, ...(value as ScheduleState | null) });

  return {
    of: async (job: string): Promise<ScheduleState> => complete((await readNote(system, PREFIX + job)).value),
    async all(): Promise<Map<string, ScheduleState>> {
      const notes = await system.notes(PREFIX);
      return new Map(notes.map(({ name, value }) => [name.slice(PREFIX.length), complete(value)]));
    },
    /** Changes one atomically across processes; a `change` to null leaves it as it is. */
    async change(job: string, change: (state: ScheduleState) => ScheduleState | null): Promise<void> {
      const to = (value: unknown) => change(complete(value)) ?? undefined;
      await changeNote<ScheduleState>(system, PREFIX + job, to);
    },
  };
}
