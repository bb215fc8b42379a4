import { EngramError } from "../../errors.ts";
import type { Instant } from "../../domain/time.ts";
import type { SystemStore } from "../../ports/memory-store.ts";

/** What is remembered of a scheduled job, over restarts and processes. */
export interface ScheduleState {
  /** The times it was scheduled for: others begin anew, nothing was missed of them. */
  expression: string;
  timeZone: string;
  /** The last due time that was begun, or let go by. */
  dueAt: Instant | null;
  begunAt: Instant | null;
  /** Null while users are left whose run was not begun, or not ended. */
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
/** No job has this name. */
const ALL = `${PREFIX}*`;
/** Processes that write at once are few; each try but the last lost against one of them. */
const TRIES_MAX = 20;

export interface ScheduleStates {
  of(job: string): Promise<ScheduleState>;
  all(): Promise<Map<string, ScheduleState>>;
  /**
   * Changes one, in turn with other processes. `change` returns null to leave it as it is; then so does this, and
   * otherwise what is remembered now.
   */
  change(job: string, change: (state: ScheduleState) => ScheduleState | null): Promise<ScheduleState | null>;
  allPaused(): Promise<boolean>;
  pauseAll(paused: boolean): Promise<void>;
}

export function createScheduleStates(system: Pick<SystemStore, "notes" | "putNote">): ScheduleStates {
  const read = async (name: string): Promise<{ version: number; value: unknown }> => {
    const found = (await system.notes(name)).find((note) => note.name === name);
    return found ?? { version: 0, value: null };
  };

  const update = async <T>(name: string, change: (value: T | null) => T | null): Promise<T | null> => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const { version, value } = await read(name);
      const next = change(value as T | null);
      if (next === null) return null;
      if (await system.putNote({ name, version, value: next })) return next;
    }
    throw new EngramError("conflict", "The schedule is being changed by another process");
  };

  const complete = (value: unknown): ScheduleState => ({ ...FRESH, ...(value as ScheduleState | null) });

  return {
    of: async (job) => complete((await read(PREFIX + job)).value),
    async all() {
      const notes = await system.notes(PREFIX);
      return new Map(notes.map(({ name, value }) => [name.slice(PREFIX.length), complete(value)]));
    },
    change: (job, change) => update<ScheduleState>(PREFIX + job, (value) => change(complete(value))),
    allPaused: async () => ((await read(ALL)).value as { paused: boolean } | null)?.paused ?? false,
    async pauseAll(paused) {
      await update<{ paused: boolean }>(ALL, () => ({ paused }));
    },
  };
}
