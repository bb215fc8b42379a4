import { EngramError, toEngramError } from "../../errors.ts";
import { plusMs } from "../../domain/model/time.ts";
import type { Coordination, Lease } from "../../ports/coordination.ts";
import type { RunRecord, SystemStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { USE_FIELDS, type ModelUse } from "./budget.ts";

export interface RunContext {
  userId: string;
  runId: string;
  dryRun: boolean;
  /** Not started by a person: it respects quiet hours and budgets. */
  automatic: boolean;
  signal: AbortSignal;
  /** Stores the cost of a model call with the run at once. */
  spend(use: ModelUse): Promise<void>;
}

/** States of a run: running -> done | failed | aborted. A job does its work for one user and returns counts. */
export type MaintenanceJob = (userId: string, context: RunContext) => Promise<Record<string, number>>;

export type MaintenanceRuns = ReturnType<typeof createMaintenanceRuns>;

interface StartOptions {
  dryRun: boolean;
  automatic?: boolean;
  stopsForUser?: boolean;
  /** Always in this process, as part of a run that is in progress here. */
  here?: boolean;
}

/** A run on its way to the process that will execute it. */
export interface HandedRun extends Required<Omit<StartOptions, "here">> {
  userId: string;
  runId: string;
  job: string;
}

export interface MaintenanceRunsDeps extends Needs<"clock" | "newId"> {
  system: SystemStore;
  jobs: Record<string, MaintenanceJob>;
  onError: (job: string, error: unknown) => void;
  /** A run started, used the model, or ended. */
  onProgress?: ((userId: string, run: RunRecord) => void) | undefined;
  /** With several processes: how they coordinate, and how a run reaches one of them. Otherwise everything runs here. */
  shared?: { coordination: Coordination; handOver: (run: HandedRun) => Promise<void> } | undefined;
}

interface ActiveRun {
  runId: string;
  userId: string;
  stopsForUser: boolean;
  abort: AbortController;
  finished: Promise<void>;
}

const USER_IS_BACK = "user-is-back";
const CANCELLED = "run-cancelled";
/** Longest wait of a start for another one of the same job and user, milliseconds. */
const START_WAIT_MS = 5_000;
/** A run this old without a process is orphaned, milliseconds. */
const ORPHANED_AFTER_MS = 60_000;

/** Abort reason of a run that another process may resume. */
const CUT_SHORT = new Error("to be taken up again");

function addedUse(result: Record<string, number>, { tokens, seconds }: ModelUse): Record<string, number> {
  return {
    ...result,
    [USE_FIELDS.tokens]: (result[USE_FIELDS.tokens] ?? 0) + tokens,
    [USE_FIELDS.seconds]: (result[USE_FIELDS.seconds] ?? 0) + seconds,
  };
}

export function createMaintenanceRuns(deps: MaintenanceRunsDeps) {
  const { shared } = deps;
  const active = new Map<string, ActiveRun>();

  const execute = async (
    userId: string,
    job: string,
    record: RunRecord,
    automatic: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const { id: runId, dryRun } = record;
    let spent = record.result;
    const keep = async (run: RunRecord): Promise<void> => {
      await deps.system.putRun(run);
      deps.onProgress?.(userId, run);
    };
    const finish = (set: Partial<RunRecord>): Promise<void> =>
      keep({ ...record, result: spent, ...set, finishedAt: deps.clock.now() });
    const spend = (use: ModelUse): Promise<void> => {
      spent = addedUse(spent, use);
      return keep({ ...record, result: spent });
    };
    deps.onProgress?.(userId, record);
    try {
      const work = deps.jobs[job] as MaintenanceJob;
      const counts = await work(userId, { userId, runId, dryRun, automatic, signal, spend });
      await finish({ state: "done", result: { ...spent, ...counts } });
    } catch (error) {
      if (signal.reason === CUT_SHORT) return;
      if (!signal.aborted) deps.onError(job, error);
      const ended = { state: "failed", error: toEngramError(error).code } as const;
      await finish(signal.aborted ? { state: "aborted" } : ended).catch((late: unknown) =>
        deps.onError(job, late),
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

  const keyOf = (userId: string, job: string, dryRun: boolean): string => `${userId}/${job}/${dryRun}`;

  /** The lease is held by the process that executes the run; null if another one holds it. */
  const leaseOf = async (runId: string): Promise<Lease | null> =>
    shared ? shared.coordination.acquire(`run/${runId}`, 0) : { release: () => undefined };

  /** Starts the run here, after `stored`. */
  const begin = (
    record: RunRecord,
    { automatic, stopsForUser }: { automatic: boolean; stopsForUser: boolean },
    stored: Promise<unknown>,
  ): ActiveRun => {
    const { job } = record;
    const userId = record.userId as string;
    const key = keyOf(userId, job, record.dryRun);
    const abort = new AbortController();
    const finished = stored
      .then(() => execute(userId, job, record, automatic, abort.signal))
      .catch((error: unknown) => deps.onError(job, error))
      .finally(() => active.delete(key));
    const run = { runId: record.id, userId, stopsForUser, abort, finished };
    active.set(key, run);
    return run;
  };

  const startHere = async (
    record: RunRecord,
    options: Required<StartOptions>,
    lease: Lease | null = null,
  ): Promise<string> => {
    const stored = deps.system.putRun(record);
    void begin(record, options, stored).finished.then(() => lease?.release());
    await stored;
    return record.id;
  };

  const startShared = async (
    { coordination, handOver }: NonNullable<typeof shared>,
    record: RunRecord,
    options: Required<StartOptions>,
  ): Promise<string> => {
    const { id: runId, job, dryRun } = record;
    const { automatic, stopsForUser, here } = options;
    const userId = record.userId as string;
    const starting = await coordination.acquire(`start/${keyOf(userId, job, dryRun)}`, START_WAIT_MS);
    try {
      const running = (await deps.system.runningRuns()).find(
        (run) => run.userId === userId && run.job === job && run.dryRun === dryRun,
      );
      if (running) return running.id;
      if (here) return await startHere(record, options, await leaseOf(runId));
      await deps.system.putRun(record);
      await handOver({ userId, runId, job, dryRun, automatic, stopsForUser });
      return runId;
    } finally {
      starting?.release();
    }
  };

  const endForUser = (userId: string): void => {
    for (const run of active.values()) {
      if (run.userId === userId && run.stopsForUser) run.abort.abort(new Error("The user is back"));
    }
  };
  const activeOf = (runId: string): ActiveRun | undefined =>
    [...active.values()].find((run) => run.runId === runId);
  const endHere = (runId: string): void =>
    activeOf(runId)?.abort.abort(new EngramError("cancelled", "The run was cancelled"));
  const endListening = [
    shared?.coordination.listen(USER_IS_BACK, (userId) => endForUser(String(userId))),
    shared?.coordination.listen(CANCELLED, (runId) => endHere(String(runId))),
  ];

  /** A process executing a run holds its lease. A run waiting for a worker has none, and is not started once it has ended. */
  const cancelElsewhere = async (record: RunRecord): Promise<boolean> => {
    if (shared === undefined || deps.jobs[record.job] === undefined) return false;
    const lease = await leaseOf(record.id);
    if (lease === null) {
      shared.coordination.tell(CANCELLED, record.id);
      return true;
    }
    const ended: RunRecord = { ...record, state: "aborted", finishedAt: deps.clock.now() };
    await deps.system.putRun(ended);
    lease.release();
    deps.onProgress?.(record.userId ?? "", ended);
    return true;
  };

  const recoverOne = async (record: RunRecord): Promise<void> => {
    const { id: runId, userId, job, dryRun } = record;
    const lease = await leaseOf(runId);
    if (lease === null) return;
    lease.release();
    if (userId === null || deps.jobs[job] === undefined) {
      await deps.system.putRun({ ...record, state: "aborted", finishedAt: deps.clock.now() });
    } else {
      await shared?.handOver({ userId, runId, job, dryRun, automatic: true, stopsForUser: true });
    }
  };

  return {
    names: () => Object.keys(deps.jobs),
    /** Starts a job for a user, or returns the run in progress. */
    async start(
      userId: string,
      job: string,
      { dryRun, automatic = false, stopsForUser = false, here = false }: StartOptions,
    ): Promise<string> {
      const running = active.get(keyOf(userId, job, dryRun));
      if (running) {
        running.stopsForUser &&= stopsForUser;
        return running.runId;
      }
      const record = newRecord(userId, job, dryRun);
      const options = { dryRun, automatic, stopsForUser, here };
      return shared ? startShared(shared, record, options) : startHere(record, options);
    },
    /** Executes a run that was handed over, until it ends or the signal fires; an interrupted run can be taken again. */
    async take({ userId, runId, job, dryRun, ...options }: HandedRun, signal: AbortSignal): Promise<void> {
      const lease = await leaseOf(runId);
      if (lease === null) return;
      const record = await deps.system.run(runId);
      if (record?.state !== "running" || active.has(keyOf(userId, job, dryRun))) return lease.release();
      const run = begin(record, options, Promise.resolve());
      const cutShort = (): void => run.abort.abort(CUT_SHORT);
      signal.addEventListener("abort", cutShort, { once: true });
      if (signal.aborted) cutShort();
      await run.finished;
      signal.removeEventListener("abort", cutShort);
      lease.release();
    },
    /** Resumes orphaned runs: their process died, or the queue lost them. */
    async recover(): Promise<void> {
      const before = plusMs(deps.clock.now(), -ORPHANED_AFTER_MS);
      for (const record of await deps.system.runningRuns()) {
        if (record.startedAt < before) await recoverOne(record);
      }
    },
    /** Resolves when the run has ended, however it did; at once if it already has, or if it belongs to another process. */
    async finished(runId: string): Promise<void> {
      await activeOf(runId)?.finished;
    },
    async get(userId: string, runId: string): Promise<RunRecord | null> {
      const run = await deps.system.run(runId);
      return run?.userId === userId ? run : null;
    },
    list: (userId: string, limit: number) => deps.system.runs(userId, limit),
    /** Executes a small action as a separate run, so that it can be undone as a whole. Throws what `work` throws. */
    async act<T>(
      userId: string,
      job: string,
      work: (runId: string) => Promise<T>,
    ): Promise<{ runId: string; done: T }> {
      const record = newRecord(userId, job, false);
      const finish = (set: Partial<RunRecord>): Promise<void> =>
        deps.system.putRun({ ...record, ...set, finishedAt: deps.clock.now() });
      const lease = await leaseOf(record.id);
      await deps.system.putRun(record);
      try {
        const done = await work(record.id);
        await finish({ state: "done" });
        return { runId: record.id, done };
      } catch (error) {
        await finish({ state: "failed", error: toEngramError(error).code });
        throw error;
      } finally {
        lease?.release();
      }
    },
    /**
     * Ends a run in whichever process it is running. False if it has ended, or is a decision of the owner, which cannot be cancelled.
     */
    async cancel(userId: string, runId: string): Promise<boolean> {
      const record = await deps.system.run(runId);
      if (record?.userId !== userId || record.state !== "running") return false;
      if (activeOf(runId) === undefined) return cancelElsewhere(record);
      endHere(runId);
      return true;
    },
    /** A message arrived: ends this user's runs that stop for it (those started by the idle clock); the next check resumes them. */
    userIsBack(userId: string): void {
      endForUser(userId);
      shared?.coordination.tell(USER_IS_BACK, userId);
    },
    /** Aborts all runs and waits for them. */
    async close(): Promise<void> {
      for (const end of endListening) end?.();
      for (const run of active.values()) run.abort.abort(new Error("shutting down"));
      await Promise.allSettled([...active.values()].map((run) => run.finished));
    },
  };
}
