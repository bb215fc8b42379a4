import { setImmediate } from "node:timers/promises";
import type { Mutation } from "../../domain/model/mutation.ts";
import type { Page, UserStore } from "../../ports/memory-store.ts";
import type { KeyedLock } from "../locks.ts";
import type { ModelGate } from "../model/gate.ts";
import { pagesOf } from "../pages.ts";
import { storeDryRunDiff } from "./diff.ts";
import { preemptible } from "./retry-preempted.ts";
import type { RunContext } from "./runs.ts";

/** What a person reads before they run a job. */
export interface JobDescription {
  name: string;
  title: string;
  does: string;
  /** It asks the language model; without one it does less. */
  asksModel: boolean;
  /** It changes what is remembered; undoing its run takes that back. */
  changesMemory: boolean;
  /** It merges or takes away: without a confirmation it only shows what it would do. */
  dryRun: boolean;
}

type Flag = "asksModel" | "changesMemory" | "dryRun";

/** A flag that is not named is false. */
interface JobDefinition<Deps> extends Omit<JobDescription, Flag>, Partial<Record<Flag, true>> {
  /**
   * Its fixed times, as a cron expression; empty: none. At night, one after another; what goes through all of memory weekly
   * or monthly. `MAINTENANCE_SCHEDULE` and `BACKUP_SCHEDULE` give `verify` and `backup` theirs.
   */
  schedule: string;
  /** The job for one user; returns its counts. Run again on the same memory it must find nothing left to do. */
  work: (job: JobRun, deps: Deps) => Promise<Record<string, number>>;
}

export interface Job<Deps> extends JobDescription {
  schedule: string;
  run: (deps: Deps, user: UserStore, context: RunContext) => Promise<Record<string, number>>;
}

export interface StepDeps {
  gate: ModelGate;
  graphLock: KeyedLock;
}

/** One thing and what a model reads of it, which must still be the same when the answer is written. */
interface Shown {
  id: string;
  source: unknown;
}

interface Asking<Thing extends Shown, Answer> {
  /** What waits for an answer, the most important first. */
  ids: readonly string[];
  perCall: number;
  callsMax: number;
  reason: string;
  show: (ids: readonly string[]) => Promise<Thing[]>;
  /** One answer for each thing; null when no model answers or its budget is spent: the rest waits for the next run. */
  ask: (things: Thing[]) => Promise<Answer[] | null>;
  plan: (thing: Thing, answer: Answer) => Mutation[];
  /** Answers may repeat words of other things of their call: when one has changed, none is written. */
  whole?: true;
}

/**
 * One run of a job for one user. A job reads pages and plans changes; this gives way to chats, takes the lock of the
 * graph, writes or, in a dry run, keeps the plan as the run's diff.
 */
export interface JobRun extends RunContext {
  readonly user: UserStore;
  /** Works while nobody chats; a step that a chat preempts is run again from its beginning. */
  step: <T>(work: () => Promise<T>) => Promise<T>;
  /** A step during which nobody else writes to the graph. */
  locked: <T>(work: () => Promise<T>) => Promise<T>;
  /** Within a long computation: waits while somebody chats. */
  pause: () => Promise<void>;
  /** A list, page by page, with what `look` makes of each; a page is read and looked at in one step. */
  pages: <T, R = T>(
    read: (cursor: string | undefined) => Promise<Page<T>>,
    look?: (items: T[]) => R[] | Promise<R[]>,
  ) => AsyncGenerator<R[], void, undefined>;
  /** Within a locked step: writes, or keeps as the plan of a dry run. Returns the number of changes. */
  write: (reason: string, mutations: Mutation[]) => Promise<number>;
  /** Plans on what is there now and writes it, in one locked step. Returns the number of changes. */
  change: (reason: string, plan: () => Mutation[] | Promise<Mutation[]>) => Promise<number>;
  /** The same for each page of a list, which is read in that step. A plan of null leaves the rest to the next run. */
  changePages: <T>(
    read: (cursor: string | undefined) => Promise<Page<T>>,
    reason: string,
    plan: (items: T[]) => Promise<Mutation[] | null>,
  ) => Promise<void>;
  /** The same for some items at a time. They were read earlier: `plan` reads them again. */
  changeInParts: <T>(
    items: readonly T[],
    partSize: number,
    reason: string,
    plan: (part: T[]) => Mutation[] | Promise<Mutation[]>,
  ) => Promise<number>;
  /** Asks a model about some things at a time and writes what it answers; returns the number of calls. */
  ask: <Thing extends Shown, Answer>(asking: Asking<Thing, Answer>) => Promise<number>;
}

export function defineJob<Deps extends StepDeps>({ work, ...about }: JobDefinition<Deps>): Job<Deps> {
  return {
    asksModel: false,
    changesMemory: false,
    dryRun: false,
    ...about,
    async run(deps, user, context) {
      const planned: Mutation[] = [];
      const counts = await work(createJobRun(deps, user, context, planned), deps);
      await storeDryRunDiff(user, context.runId, planned);
      return counts;
    },
  };
}

function createJobRun(
  { gate, graphLock }: StepDeps,
  user: UserStore,
  context: RunContext,
  planned: Mutation[],
): JobRun {
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
    async *pages<T, R>(
      read: (cursor: string | undefined) => Promise<Page<T>>,
      look: (items: T[]) => R[] | Promise<R[]> = (items) => items as never[],
    ) {
      const looked = (cursor: string | undefined): Promise<Page<R>> =>
        step(async () => {
          const { items, nextCursor } = await read(cursor);
          return { items: await look(items), nextCursor };
        });
      for await (const page of pagesOf(looked)) {
        yield page;
        await setImmediate(undefined);
      }
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
    async changeInParts(items, partSize, reason, plan) {
      let changes = 0;
      for (let at = 0; at < items.length; at += partSize) {
        signal.throwIfAborted();
        changes += await change(reason, () => plan(items.slice(at, at + partSize)));
      }
      return changes;
    },
    async ask({ ids, perCall, callsMax, reason, show, ask, plan, whole }) {
      let calls = 0;
      for (let at = 0; at < Math.min(ids.length, callsMax * perCall); at += perCall) {
        signal.throwIfAborted();
        const part = ids.slice(at, at + perCall);
        const forgettings = await user.forgettings();
        const shown = await show(part);
        if (shown.length === 0) continue;
        const answers = await ask(shown);
        if (answers === null) break;
        calls += 1;
        await locked(async () => {
          const now = new Map((await show(part)).map((thing) => [thing.id, thing]));
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
      return calls;
    },
  };
}
