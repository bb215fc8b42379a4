import { EngramError } from "../../errors.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { RunRecord, SystemStore } from "../../ports/memory-store.ts";

export interface RunContext {
  runId: string;
  dryRun: boolean;
  /** Nobody asked for it: it keeps to quiet hours and budgets. */
  automatic: boolean;
  signal: AbortSignal;
}

/** What a job does for one user; returns counts. */
export type MaintenanceJob = (userId: string, context: RunContext) => Promise<Record<string, number>>;

export interface MaintenanceRuns {
  names(): string[];
  /** Starts a job for a user, or returns the run that is under way. */
  start(userId: string, job: string, options: StartOptions): Promise<string>;
  /** Resolves when that run is over, however it ended; at once when it is. */
  finished(runId: string): Promise<void>;
  get(userId: string, runId: string): Promise<RunRecord | null>;
  list(userId: string, limit: number): Promise<RunRecord[]>;
  /** Does one small thing as a run of its own, so that it can be undone as one. Throws what `work` throws. */
  act<T>(
    userId: string,
    job: string,
    work: (runId: string) => Promise<T>,
  ): Promise<{ runId: string; done: T }>;
  /** A message came: ends the runs of this user that stop for it (those the idle clock began); the next look resumes. */
  userIsBack(userId: string): void;
  /** Aborts all and waits for them. */
  close(): Promise<void>;
}

export interface StartOptions {
  dryRun: boolean;
  automatic?: boolean;
  stopsForUser?: boolean;
}

interface ActiveRun {
  runId: string;
  userId: string;
  stopsForUser: boolean;
  abort: AbortController;
  finished: Promise<void>;
}

export function createMaintenanceRuns(deps: {
  system: SystemStore;
  clock: Clock;
  newId: NewId;
  jobs: Record<string, MaintenanceJob>;
  onError: (job: string, error: unknown) => void;
}): MaintenanceRuns {
  const active = new Map<string, ActiveRun>();

  const execute = async (
    userId: string,
    job: string,
    record: RunRecord,
    automatic: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const finish = (set: Partial<RunRecord>): Promise<void> =>
      deps.system.putRun({ ...record, ...set, finishedAt: deps.clock.now() });
    try {
      const work = deps.jobs[job] as MaintenanceJob;
      const result = await work(userId, { runId: record.id, dryRun: record.dryRun, automatic, signal });
      await finish({ state: "done", result });
    } catch (error) {
      if (!signal.aborted) deps.onError(job, error);
      await finish(signal.aborted ? { state: "aborted" } : { state: "failed", error: "internal" }).catch(
        (late: unknown) => deps.onError(job, late),
      );
    }
  };

  const newRecord = (userId: string, job: string, dryRun: boolean): RunRecord => ({
    id: deps.newId(),
    userId,
    job,
    state: "running",
    dryRun,
    startedAt: deps.clock.now(),
    finishedAt: null,
    result: {},
    error: null,
  });

  return {
    names: () => Object.keys(deps.jobs),
    async start(userId, job, { dryRun, automatic = false, stopsForUser = false }) {
      const key = `${userId}\u0000${job}\u0000${dryRun}`;
      const running = active.get(key);
      if (running) {
        running.stopsForUser &&= stopsForUser;
        return running.runId;
      }
      const record = newRecord(userId, job, dryRun);
      const abort = new AbortController();
      const stored = deps.system.putRun(record);
      const finished = stored
        .then(() => execute(userId, job, record, automatic, abort.signal))
        .catch((error: unknown) => deps.onError(job, error))
        .finally(() => active.delete(key));
      active.set(key, { runId: record.id, userId, stopsForUser, abort, finished });
      await stored;
      return record.id;
    },
    async finished(runId) {
      await [...active.values()].find((run) => run.runId === runId)?.finished;
    },
    async get(userId, runId) {
      const run = await deps.system.run(runId);
      return run?.userId === userId ? run : null;
    },
    async list(userId, limit) {
      return deps.system.runs(userId, limit);
    },
    async act(userId, job, work) {
      const record = newRecord(userId, job, false);
      const finish = (set: Partial<RunRecord>): Promise<void> =>
        deps.system.putRun({ ...record, ...set, finishedAt: deps.clock.now() });
      await deps.system.putRun(record);
      try {
        const done = await work(record.id);
        await finish({ state: "done" });
        return { runId: record.id, done };
      } catch (error) {
        await finish({ state: "failed", error: error instanceof EngramError ? error.code : "internal" });
        throw error;
      }
    },
    userIsBack(userId) {
      for (const run of active.values()) {
        if (run.userId === userId && run.stopsForUser) run.abort.abort(new Error("The user is back"));
      }
    },
    async close() {
      for (const run of active.values()) run.abort.abort(new Error("shutting down"));
      await Promise.allSettled([...active.values()].map((run) => run.finished));
    },
  };
}
