import { EngramError } from "../../errors.ts";
import { plusMs } from "../../domain/model/time.ts";
import type { Clock, NewId } from "../../ports/clock.ts";
import type { Coordination, Lease } from "../../ports/coordination.ts";
import type { RunRecord, SystemStore } from "../../ports/memory-store.ts";
import { USE_FIELDS, type ModelUse } from "./budget.ts";

export interface RunContext {
  userId: string;
  runId: string;
  dryRun: boolean;
  /** Nobody asked for it: it keeps to quiet hours and budgets. */
  automatic: boolean;
  signal: AbortSignal;
  /** Keeps with the run what a call of the model cost, at once. */
  spend(use: ModelUse): Promise<void>;
}

/** States of a run: running -> done | failed | aborted. A job does its work for one user and returns counts. */
export type MaintenanceJob = (userId: string, context: RunContext) => Promise<Record<string, number>>;

export interface MaintenanceRuns {
  names(): string[];
  /** Starts a job for a user, or returns the run that is under way. */
  start(userId: string, job: string, options: StartOptions): Promise<string>;
  /** Does a run that was handed over, until it ends or the signal fires; what that cuts short can be taken again. */
  take(run: HandedRun, signal: AbortSignal): Promise<void>;
  /** Resolves when that run is over, however it ended; at once when it is, or is another process' matter. */
  finished(runId: string): Promise<void>;
  get(userId: string, runId: string): Promise<RunRecord | null>;
  list(userId: string, limit: number): Promise<RunRecord[]>;
  /** Does one small thing as a run of its own, so that it can be undone as one. Throws what `work` throws. */
  act<T>(
    userId: string,
    job: string,
    work: (runId: string) => Promise<T>,
  ): Promise<{ runId: string; done: T }>;
  /** Ends a run wherever it is done. False when it is over, or is a decision of the owner, which nothing can stop. */
  cancel(userId: string, runId: string): Promise<boolean>;
  /** A message came: ends the runs of this user that stop for it (those the idle clock began); the next look resumes. */
  userIsBack(userId: string): void;
  /** Takes up runs that nobody does any more: their process died, or the queue lost them. */
  recover(): Promise<void>;
  /** Aborts all and waits for them. */
  close(): Promise<void>;
}

interface StartOptions {
  dryRun: boolean;
  automatic?: boolean;
  stopsForUser?: boolean;
  /** In this process, whoever else could: as a part of a run that goes on here. */
  here?: boolean;
}

/** A run on its way to the process that does it. */
export interface HandedRun {
  userId: string;
  runId: string;
  job: string;
  dryRun: boolean;
  automatic: boolean;
  stopsForUser: boolean;
}

export interface MaintenanceRunsDeps {
  system: SystemStore;
  clock: Clock;
  newId: NewId;
  jobs: Record<string, MaintenanceJob>;
  onError: (job: string, error: unknown) => void;
  /** A run began, spent something on the model, or ended. */
  onProgress?: ((userId: string, run: RunRecord) => void) | undefined;
  /** With several processes: what they agree on, and how a run gets to one of them. Else all is done here. */
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
/** Longest a start waits for another of the same job and user, milliseconds. */
const START_WAIT_MS = 5_000;
/** Runs of a user among which the one under way is looked for. */
const RECENT_RUNS = 50;
/** A run begun this long ago that nobody does is nobody's, milliseconds. */
const NOBODYS_AFTER_MS = 60_000;

/** Why a run ended that another process may go on with. */
const CUT_SHORT = new Error("to be taken up again");

function addedUse(result: Record<string, number>, { tokens, seconds }: ModelUse): Record<string, number> {
  return {
    ...result,
    [USE_FIELDS.tokens]: (result[USE_FIELDS.tokens] ?? 0) + tokens,
    [USE_FIELDS.seconds]: (result[USE_FIELDS.seconds] ?? 0) + seconds,
  };
}

export function createMaintenanceRuns(deps: MaintenanceRunsDeps): MaintenanceRuns {
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

  const keyOf = (userId: string, job: string, dryRun: boolean): string => `${userId}/${job}/${dryRun}`;

  /** The lease says that somebody does the run; null: somebody else does. */
  const leaseOf = async (runId: string): Promise<Lease | null> =>
    shared ? shared.coordination.acquire(`run/${runId}`, 0) : { release: () => undefined };

  /** Begins here; `stored` comes first. */
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

  const startAlone = async (record: RunRecord, options: Required<StartOptions>): Promise<string> => {
    const stored = deps.system.putRun(record);
    begin(record, options, stored);
    await stored;
    return record.id;
  };

  const startShared = async (
    { coordination, handOver }: NonNullable<typeof shared>,
    record: RunRecord,
    { automatic, stopsForUser, here }: Required<StartOptions>,
  ): Promise<string> => {
    const { id: runId, job, dryRun } = record;
    const userId = record.userId as string;
    const starting = await coordination.acquire(`start/${keyOf(userId, job, dryRun)}`, START_WAIT_MS);
    try {
      const recent = await deps.system.runs(userId, RECENT_RUNS);
      const running = recent.find(
        (run) => run.state === "running" && run.userId === userId && run.job === job && run.dryRun === dryRun,
      );
      if (running) return running.id;
      if (!here) {
        await deps.system.putRun(record);
        await handOver({ userId, runId, job, dryRun, automatic, stopsForUser });
        return runId;
      }
      const lease = await leaseOf(runId);
      const stored = deps.system.putRun(record);
      void begin(record, { automatic, stopsForUser }, stored).finished.then(() => lease?.release());
      await stored;
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

  /** Who does a run holds its lease; one that waits for a worker has none, and is not begun once it is over. */
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
    async start(userId, job, { dryRun, automatic = false, stopsForUser = false, here = false }) {
      const running = active.get(keyOf(userId, job, dryRun));
      if (running) {
        running.stopsForUser &&= stopsForUser;
        return running.runId;
      }
      const record = newRecord(userId, job, dryRun);
      const options = { dryRun, automatic, stopsForUser, here };
      return shared ? startShared(shared, record, options) : startAlone(record, options);
    },
    async take({ userId, runId, job, dryRun, ...options }, signal) {
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
    async recover() {
      const before = plusMs(deps.clock.now(), -NOBODYS_AFTER_MS);
      for (const record of await deps.system.runningRuns()) {
        if (record.startedAt < before) await recoverOne(record);
      }
    },
    async finished(runId) {
      await activeOf(runId)?.finished;
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
      const lease = await leaseOf(record.id);
      await deps.system.putRun(record);
      try {
        const done = await work(record.id);
        await finish({ state: "done" });
        return { runId: record.id, done };
      } catch (error) {
        await finish({ state: "failed", error: error instanceof EngramError ? error.code : "internal" });
        throw error;
      } finally {
        lease?.release();
      }
    },
    async cancel(userId, runId) {
      const record = await deps.system.run(runId);
      if (record?.userId !== userId || record.state !== "running") return false;
      if (activeOf(runId) === undefined) return cancelElsewhere(record);
      endHere(runId);
      return true;
    },
    userIsBack(userId) {
      endForUser(userId);
      shared?.coordination.tell(USER_IS_BACK, userId);
    },
    async close() {
      for (const end of endListening) end?.();
      for (const run of active.values()) run.abort.abort(new Error("shutting down"));
      await Promise.allSettled([...active.values()].map((run) => run.finished));
    },
  };
}
