import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { plusMs, type Instant } from "../../domain/model/time.ts";
import type { SystemStore } from "../../ports/memory-store.ts";
import type { ScheduleEntry, JobScheduler } from "../../ports/job-scheduler.ts";
import { SCHEDULE, type Audit } from "../audit.ts";
import type { Needs } from "../kernel.ts";
import { lastDue, nextDue } from "./cron-times.ts";
import type { MaintenanceRuns } from "./runs.ts";
import { ALL_JOBS, createScheduleStates, type ScheduleState } from "./schedule-state.ts";

export const ScheduledJob = z.object({
  job: z.string(),
  expression: z.string().nullable().describe("a cron expression; null: it is not scheduled"),
  timeZone: z.string(),
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable().describe("when the schedule last began it"),
  paused: z.boolean(),
});
type ScheduledJob = z.infer<typeof ScheduledJob>;

export type Schedule = ReturnType<typeof createSchedule>;

export interface ScheduleDeps extends Needs<"coordination" | "clock"> {
  system: SystemStore;
  runs: Pick<MaintenanceRuns, "names" | "start" | "finished">;
  audit: Audit;
  jobScheduler: JobScheduler;
  entries: readonly ScheduleEntry[];
  /** Time zone shown for jobs that are not scheduled. */
  timeZone: string;
  onError: (error: unknown) => void;
  /** Delay after the start, and between missed jobs. Milliseconds. */
  catchUpEveryMs: number;
}

/** A machine may sleep, and one of several processes may die halfway: interval between checks for missed jobs, milliseconds. */
const LOOK_AGAIN_MS = 15 * 60_000;
/** Tolerance for timers that fire early. */
const EARLY_MS = 1_000;
/** Recent runs of a user searched for the one of an interrupted pass. */
const RECENT_RUNS = 50;
/** Jobs that are audited, with a row per user and time. */
const AUDITED = new Set(["backup"]);

/**
 * Runs jobs at fixed times, for one user after another. A due time belongs to the process that first writes it to the store, so it
 * is started only once across processes and restarts, despite clock skew. A job whose last pass is still running skips its time. An
 * interrupted pass is resumed for the remaining users.
 */
export function createSchedule(deps: ScheduleDeps) {
  const { system, runs, coordination, clock, catchUpEveryMs } = deps;
  const states = createScheduleStates(system);
  const known = new Set(runs.names());
  const entries = deps.entries.filter(({ job }) => known.has(job));
  const entryOf = new Map(entries.map((entry) => [entry.job, entry]));
  const passes = new Map<string, Promise<void>>();
  const closing = new AbortController();
  let closed = false;
  const stopped = new Promise<void>((resolve) =>
    closing.signal.addEventListener("abort", () => resolve(), { once: true }),
  );

  const usersOf = async (job: string): Promise<string[]> => {
    if (job !== "verify") return system.users();
    return (await system.pendingVerification()).map(({ userId }) => userId);
  };

  const wasDone = async (userId: string, job: string, since: Instant): Promise<boolean> => {
    const recent = await system.runs(userId, RECENT_RUNS);
    return recent.some(
      (run) =>
        run.userId === userId &&
        run.job === job &&
        !run.dryRun &&
        run.state === "done" &&
        run.startedAt >= since,
    );
  };

  const pass = async (job: string, begunAt: Instant, resumed: boolean): Promise<void> => {
    const lease = await coordination.acquire(`schedule/${job}`, 0);
    if (lease === null) return;
    try {
      for (const userId of await usersOf(job)) {
        if (closed) return;
        if (resumed && (await wasDone(userId, job, begunAt))) continue;
        const runId = await runs.start(userId, job, { dryRun: false, automatic: true });
        if (AUDITED.has(job)) await deps.audit({ actor: SCHEDULE, act: "backup", userId, targets: [runId] });
        await Promise.race([runs.finished(runId), stopped]);
      }
      if (closed) return;
      await states.change(job, (state) => ({ ...state, endedAt: clock.now() }));
    } finally {
      lease.release();
    }
  };

  const beginPass = (job: string, begunAt: Instant, resumed: boolean): void => {
    const running = pass(job, begunAt, resumed)
      .catch(deps.onError)
      .finally(() => passes.delete(job));
    passes.set(job, running);
  };

  /** Returns the start time if this process is the one to start the due pass, otherwise null. */
  const claim = async (entry: ScheduleEntry): Promise<Instant | null> => {
    const now = clock.now();
    const dueAt = lastDue(entry, plusMs(now, EARLY_MS));
    const { paused } = await states.of(ALL_JOBS);
    let begins = false;
    await states.change(entry.job, (state) => {
      begins = false;
      if (isOther(state, entry)) return { ...state, ...timesOf(entry), dueAt };
      if (state.dueAt !== null && state.dueAt >= dueAt) return null;
      begins = !state.paused && !paused && !passes.has(entry.job);
      return begins ? { ...state, dueAt, begunAt: now, endedAt: null } : { ...state, dueAt };
    });
    return begins ? now : null;
  };

  const due = async (job: string): Promise<void> => {
    const entry = entryOf.get(job);
    if (entry === undefined || closed) return;
    const begunAt = await claim(entry);
    if (begunAt !== null && !closed) beginPass(job, begunAt, false);
  };

  const takeUp = async (job: string): Promise<void> => {
    const { begunAt, endedAt, paused } = await states.of(job);
    if (closed || begunAt === null || endedAt !== null || passes.has(job)) return;
    if (paused || (await states.of(ALL_JOBS)).paused) return;
    beginPass(job, begunAt, true);
  };

  /** Times before the first start, or before a change of schedule, do not count as missed. */
  const noteTimes = async (): Promise<void> => {
    const now = clock.now();
    for (const entry of entries) {
      await states.change(entry.job, (state) =>
        isOther(state, entry) ? { ...state, ...timesOf(entry), dueAt: lastDue(entry, now) } : null,
      );
    }
    for (const [job, state] of await states.all()) {
      if (entryOf.has(job) || !known.has(job) || state.expression === "") continue;
      await states.change(job, (old) => ({ ...old, expression: "", timeZone: "" }));
    }
  };

  const catchUp = async (): Promise<void> => {
    for (const entry of entries) {
      const { dueAt, begunAt, endedAt } = await states.of(entry.job);
      const isMissed = dueAt !== null && dueAt < lastDue(entry, clock.now());
      const isCutOff = begunAt !== null && endedAt === null && !passes.has(entry.job);
      if (!isMissed && !isCutOff) continue;
      await sleep(catchUpEveryMs, undefined, { signal: closing.signal, ref: false });
      if (isMissed) await due(entry.job);
      await takeUp(entry.job);
    }
  };
  const catchUpSoon = (): void =>
    void catchUp().catch((error: unknown) => {
      if (!closed) deps.onError(error);
    });
  let again: NodeJS.Timeout | undefined;

  return {
    /** Starts ticking, and catches up on what was missed while no process ran. Resolves before that is done. */
    async start(): Promise<void> {
      await noteTimes();
      if (closed) return;
      deps.jobScheduler.start(entries, due);
      catchUpSoon();
      again = setInterval(catchUpSoon, LOOK_AGAIN_MS);
      again.unref();
    },
    /** All jobs, and whether everything is paused. */
    async list(): Promise<{ items: ScheduledJob[]; paused: boolean }> {
      const all = await states.all();
      const now = clock.now();
      const items = runs.names().map((job): ScheduledJob => {
        const entry = entryOf.get(job);
        const state = all.get(job);
        return {
          job,
          expression: entry?.expression ?? null,
          timeZone: entry?.timeZone ?? deps.timeZone,
          nextAt: entry === undefined ? null : nextDue(entry, now),
          lastAt: state?.begunAt ?? null,
          paused: state?.paused ?? false,
        };
      });
      return { items, paused: all.get(ALL_JOBS)?.paused ?? false };
    },
    isKnown: (job: string): boolean => known.has(job),
    /** Pauses or resumes one job, or all if null. Times that fall due during a pause are skipped, not caught up on. */
    async pause(job: string | null, paused: boolean, actor: string): Promise<void> {
      const now = clock.now();
      const goneBy =
        (name: string) =>
        (state: ScheduleState): ScheduleState => {
          const entry = entryOf.get(name);
          const isPaused = job === null ? state.paused : paused;
          if (entry === undefined) return { ...state, paused: isPaused };
          return { ...state, ...timesOf(entry), dueAt: lastDue(entry, now), paused: isPaused };
        };
      // Times that fell due during the pause are marked as skipped before anything may start again.
      for (const name of job === null ? entryOf.keys() : [job]) await states.change(name, goneBy(name));
      if (job === null) await states.change(ALL_JOBS, (state) => ({ ...state, paused }));
      await deps.audit({
        actor,
        act: paused ? "schedule_paused" : "schedule_resumed",
        userId: null,
        targets: [job ?? "all"],
      });
    },
    /** Starts missed jobs, and resumes those that a dead process left behind. */
    catchUp,
    async close(): Promise<void> {
      closed = true;
      closing.abort();
      clearInterval(again);
      await deps.jobScheduler.close();
      await Promise.allSettled(passes.values());
    },
  };
}

function timesOf({ expression, timeZone }: ScheduleEntry): Pick<ScheduleState, "expression" | "timeZone"> {
  return { expression, timeZone };
}

function isOther(state: ScheduleState, entry: ScheduleEntry): boolean {
  return state.expression !== entry.expression || state.timeZone !== entry.timeZone;
}
