import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { Mutation } from "../../domain/model/mutation.ts";
import type { Page, UserStore } from "../../ports/memory-store.ts";
import type { Needs } from "../kernel.ts";
import { pagesOf } from "../pages.ts";
import { stepsOf, storeDiff } from "./diff.ts";
import { preemptible } from "./retry-preempted.ts";
import type { RunContext } from "./runs.ts";
import { byId, partsOf } from "../collections.ts";

/** A job as described to the person who runs it. */
export const JobDescription = z.object({
  name: z.string(),
  title: z.string(),
  does: z.string(),
  asksModel: z.boolean().describe("it calls the language model; without one it does less"),
  changesMemory: z.boolean().describe("undoing its run reverts that"),
  // Of those that merge or remove.
  dryRun: z.boolean().describe("only shows what it would do, unless you ask for more"),
});
export type JobDescription = z.infer<typeof JobDescription>;

type Flag = "asksModel" | "changesMemory" | "dryRun";

/** Missing flags are false. */
interface JobDefinition<Deps> extends Omit<JobDescription, Flag>, Partial<Record<Flag, true>> {
  /**
   * Default schedule as a cron expression; empty for none. Jobs run at night, one after another; those that scan all of memory run
   * weekly or monthly. `MAINTENANCE_SCHEDULE` and `BACKUP_SCHEDULE` set those of `verify` and `backup`.
   */
  schedule: string;
  /**
   * The job for one user; returns its counts, to which the calls of one that asks the model are added. Must be idempotent: a second
   * run on the same memory finds nothing to do.
   */
  work: (job: JobRun, deps: Deps) => Promise<Record<string, number>>;
}

export interface Job<Deps> extends JobDescription {
  schedule: string;
  run: (deps: Deps & StepDeps, user: UserStore, context: RunContext) => Promise<Record<string, number>>;
}

/** What every job needs. */
export type StepDeps = Needs<"gate" | "graphLock">;

/** An item and the source shown to the model, which must be unchanged when the answer is written. */
interface Shown {
  id: string;
  source: unknown;
}

export interface Asking<Thing extends Shown, Answer> {
  /** Items waiting for an answer, most important first. */
  ids: readonly string[];
  perCall: number;
  callsMax: number;
  reason: string;
  show: (ids: readonly string[]) => Promise<Thing[]>;
  /** One answer per item; null if the model is unreachable or its budget is spent: the rest waits for the next run. */
  ask: (things: Thing[]) => Promise<Answer[] | null>;
  plan: (thing: Thing, answer: Answer) => Mutation[];
  /** Answers may repeat words of other items in the call: if one has changed, none is written. */
  whole?: true;
}

/**
 * One run of a job for one user. A job reads pages and plans changes; this yields to chats, takes the lock of the graph, and writes
 * or, in a dry run, stores the plan as the run's diff.
 */
export interface JobRun extends RunContext {
  readonly user: UserStore;
  /** Counts an answered call of the model. */
  answered: () => void;
  /** Runs work while no chat is active; a preempted step is run again from its beginning. */
  step: <T>(work: () => Promise<T>) => Promise<T>;
  /** A step with exclusive write access to the graph. */
  locked: <T>(work: () => Promise<T>) => Promise<T>;
  /** For long computations: waits while a chat is active. */
  pause: () => Promise<void>;
  /** A whole list, or until there is enough of it. Each page is read, and mapped with `look`, in one step. */
  all: <T, R = T>(
    read: (cursor: string | undefined) => Promise<Page<T>>,
    look?: (items: T[]) => R[] | Promise<R[]>,
    isEnough?: (found: readonly R[]) => boolean,
  ) => Promise<R[]>;
  /** Within a locked step: writes, or adds to the plan of a dry run. Returns the number of changes. */
  write: (reason: string, mutations: Mutation[]) => Promise<number>;
  /** Plans on current data and writes, in one locked step. Returns the number of changes. */
  change: (reason: string, plan: () => Mutation[] | Promise<Mutation[]>) => Promise<number>;
  /** The same for each page of a list, which is read in that step. A plan of null leaves the rest to the next run. */
  changePages: <T>(
    read: (cursor: string | undefined) => Promise<Page<T>>,
    reason: string,
    plan: (items: T[]) => Promise<Mutation[] | null>,
  ) => Promise<void>;
  /** Asks a model about a few items at a time and writes its answers. */
  ask: <Thing extends Shown, Answer>(asking: Asking<Thing, Answer>) => Promise<void>;
}

export function defineJob<Deps>({ work, ...about }: JobDefinition<Deps>): Job<Deps> {
  return {
    asksModel: false,
    changesMemory: false,
    dryRun: false,
    ...about,
    async run(deps, user, context) {
      const planned: Mutation[] = [];
      let modelCalls = 0;
      const answered = (): void => void (modelCalls += 1);
      const counts = await work({ ...createJobRun(deps, user, context, planned), answered }, deps);
      await storeDiff(user, context.runId, stepsOf(planned));
      return about.asksModel ? { modelCalls, ...counts } : counts;
    },
  };
}

function createJobRun(
  { gate, graphLock }: StepDeps,
  user: UserStore,
  context: RunContext,
  planned: Mutation[],
): Omit<JobRun, "answered"> {
  const { signal, runId, dryRun } = context;
  const step: JobRun["step"] = (work) => preemptible(gate, signal, work);
  const locked: JobRun["locked"] = (work) => step(() => graphLock.run(user.userId, work));
  const write = async (reason: string, mutations: Mutation[], forgettings?: number): Promise<number> => {
    if (dryRun) planned.push(...mutations);
    if (dryRun || mutations.length === 0) return mutations.length;
    const batch = { actor: "maintenance", reason, runId, forgettings, mutations } as const;
    return (await user.apply(batch)).changeIds.length;
  };
  const change: JobRun["change"] = (reason, plan) => locked(async () => write(reason, await plan()));

  return {
    ...context,
    user,
    step,
    locked,
    write,
    change,
    pause: () => step(() => setImmediate(undefined)),
    async all<T, R>(
      read: (cursor: string | undefined) => Promise<Page<T>>,
      look: (items: T[]) => R[] | Promise<R[]> = (items) => items as never[],
      isEnough: (found: readonly R[]) => boolean = () => false,
    ) {
      const found: R[] = [];
      const looked = (cursor: string | undefined): Promise<Page<R>> =>
        step(async () => {
          const { items, nextCursor } = await read(cursor);
          return { items: await look(items), nextCursor };
        });
      for await (const page of pagesOf(looked)) {
        found.push(...page);
        if (isEnough(found)) break;
        await setImmediate(undefined);
      }
      return found;
    },
    async changePages(read, reason, plan) {
      const changed = (cursor: string | undefined): Promise<Page<never>> =>
        locked(async () => {
          const { items, nextCursor } = await read(cursor);
          const mutations = await plan(items);
          if (mutations === null) return { items: [], nextCursor: null };
          await write(reason, mutations);
          return { items: [], nextCursor };
        });
      for await (const _ of pagesOf(changed)) await setImmediate(undefined);
    },
    async ask({ ids, perCall, callsMax, reason, show, ask, plan, whole }) {
      for (const part of partsOf(ids, perCall).take(callsMax)) {
        signal.throwIfAborted();
        const forgettings = await user.forgettings();
        const shown = await show(part);
        if (shown.length === 0) continue;
        const answers = await ask(shown);
        if (answers === null) break;
        await locked(async () => {
          const now = byId(await show(part));
          const same = shown.flatMap(({ id, source }, n) => {
            const thing = now.get(id);
            const isSame = thing !== undefined && JSON.stringify(thing.source) === JSON.stringify(source);
            return isSame ? [{ thing, answer: answers[n] as (typeof answers)[number] }] : [];
          });
          if (whole === true && same.length < shown.length) return;
          await write(
            reason,
            same.flatMap(({ thing, answer }) => plan(thing, answer)),
            forgettings,
          );
        });
      }
    },
  };
}
