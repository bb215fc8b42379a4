import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Review, ReviewKind } from "../../domain/model/review.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError, type ErrorCode, invalidField, notFound, refuseFields } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Forgetting } from "../forgetting/forgetting.ts";
import type { Needs } from "../kernel.ts";
import type { MaintenanceRuns } from "../maintenance/runs.ts";
import { disputedFactId, rejectSide, acceptSide, refusalId } from "./disputes.ts";
import { correctEntity, type EntityCorrection } from "./entities.ts";
import { acceptClosing, rejectClosing } from "./closings.ts";
import { correctFact, stateFact, type FactCorrection, type StatedFact } from "./facts.ts";
import { rejectMerge, mergeEntities } from "./identities.ts";
import { acceptInferred, rejectInferred } from "./inferred.ts";
import { rootEntity } from "./merge.ts";
import { overrule, overruledFact } from "./overrule.ts";
import { undoRun, type UndoneRun } from "./undo-run.ts";

/** The result of a decision. `runId` undoes it; null if it had already been decided that way. */
interface Decided {
  id: string;
  kind: Exclude<ReviewKind, "synonym"> | "dispute";
  state: "accepted" | "rejected";
  runId: string | null;
  /** The fact that now holds, or the merged entity. */
  factId: string | null;
  entityId: string | null;
}

export const DECISIONS = ["accept", "reject"] as const;
type Decision = (typeof DECISIONS)[number];

interface DecidedAll {
  runId: string;
  left: { id: string; code: ErrorCode }[];
}

/** Edits to an item on acceptance: fields of a fact for a dispute, a name or type for a merge. */
interface ReviewEdit extends FactCorrection {
  name?: string | undefined;
  type?: string | undefined;
}

/** Job names of the runs that decisions create. */
const DECISION_JOBS = { review: "review", overrule: "overrule", merge: "merge", edit: "edit" } as const;

/** The owner's decisions. Each is a separate run, serialised with all other writers of that graph. */
export interface ReviewDesk {
  state(userId: string, stated: StatedFact): Promise<Fact>;
  correctFact(userId: string, id: string, correction: FactCorrection): Promise<Fact>;
  accept(userId: string, id: string, edit?: ReviewEdit): Promise<Decided>;
  reject(userId: string, id: string): Promise<Decided>;
  /** All in one run; `left` could not be decided that way. A forgetting cannot be undone, so it is decided alone. */
  decideAll(userId: string, ids: string[], decision: Decision): Promise<DecidedAll>;
  merge(userId: string, a: string, b: string): Promise<{ entity: Entity; runId: string | null }>;
  correctEntity(
    userId: string,
    id: string,
    correction: EntityCorrection,
  ): Promise<{ entity: Entity; runId: string }>;
  overrule(userId: string, rejectionId: string): Promise<{ fact: Fact; runId: string | null }>;
  undoRun(userId: string, runId: string, options: { again: boolean }): Promise<UndoneRun>;
  /**
   * Undoes everything that memory did by itself since then: the changes of its jobs, newest first, and anything hidden
   * on a model's reading alone. The owner's own decisions and plain words stay. Throws `conflict` while a job runs.
   */
  undoSince(userId: string, since: Instant): Promise<UndoneSince>;
}

interface UndoneSince extends Omit<UndoneRun, "judgedAgain"> {
  /** Runs with at least one undone change. */
  runs: number;
  /** Wishes to forget whose memories were restored. */
  wishes: number;
}

/** Maximum runs examined: an hourly job for more than half a year. */
const RUNS_BACK_MAX = 5_000;

export function createReviewDesk(
  deps: Needs<"store" | "clock" | "newId" | "graphLock"> & {
    runs: MaintenanceRuns;
    forgetting: Pick<Forgetting, "decide" | "keepSince">;
  },
): ReviewDesk {
  const { store, graphLock, runs, clock } = deps;

  /** In a run of its own, or within the one given. */
  const act = async <T>(
    userId: string,
    job: string,
    work: (user: UserStore, runId: string) => Promise<T>,
    within?: string,
  ): Promise<{ runId: string; done: T }> => {
    const inRun = (runId: string): Promise<T> =>
      graphLock.run(userId, () => work(store.forUser(userId), runId));
    return within === undefined ? runs.act(userId, job, inRun) : { runId: within, done: await inRun(within) };
  };

  const acceptDispute = async (
    userId: string,
    factId: string,
    edit: ReviewEdit,
    within?: string,
  ): Promise<string | null> => {
    const user = store.forUser(userId);
    const { name, type, ...correction } = edit;
    refuseFields({ name, type }, "is not known of a dispute");
    const known = await user.fact(factId);
    if (!known) throw notFound("item");
    if (known.status === "verified" && isEmpty(correction)) return null;
    if (known.status !== "disputed") throw notOpen();
    const { runId } = await act(
      userId,
      DECISION_JOBS.review,
      async (user, runId) => {
        await acceptSide(user, factId, clock.now(), runId);
        if (!isEmpty(correction)) await correctFact(deps, user, factId, correction, runId);
      },
      within,
    );
    return runId;
  };

  const acceptStored = async (
    userId: string,
    id: string,
    edit: ReviewEdit,
    within?: string,
  ): Promise<Decided> => {
    const user = store.forUser(userId);
    const review = await user.review(id);
    if (review?.kind === "forget") return decideForgetting(user, review, "accepted", within);
    if (review?.kind === "merge") return acceptMerge(user, review, edit, within);
    if (review === null || review.kind === "synonym") throw notFound("item");
    const { kind, right } = review;
    refuseFields(edit, `is not known of ${NOT_EDITED[kind]}; accept it, then correct the fact`);
    const answer = { id, kind, state: "accepted", entityId: null } as const;
    if (review.state === "accepted")
      return { ...answer, runId: null, factId: kind === "closing" ? right : null };
    if (review.state !== "open") throw notOpen();
    const { runId, done } = await act(
      userId,
      DECISION_JOBS.review,
      async (own, run) => {
        if (kind === "inferred") return acceptInferred(deps, own, review, run);
        if (kind === "insight") return acceptInsight(own, review, clock.now(), run);
        await acceptClosing(own, review, clock.now(), run);
        return right;
      },
      within,
    );
    return { ...answer, runId, factId: done };
  };

  const acceptMerge = async (
    user: UserStore,
    review: Review,
    edit: ReviewEdit,
    within?: string,
  ): Promise<Decided> => {
    const { name, type, ...others } = edit;
    refuseFields(others, "is not known of a merge");
    const answer = { id: review.id, kind: "merge", state: "accepted", factId: null } as const;
    if (review.state === "accepted" && isEmpty({ name, type })) {
      const root = await rootEntity(user, review.left);
      return { ...answer, runId: null, entityId: root?.id ?? null };
    }
    if (review.state !== "open") throw notOpen();
    const { runId, done } = await act(
      user.userId,
      DECISION_JOBS.review,
      async (own, run) => {
        const decision = { by: "user", actor: "user", runId: run, reason: review.reason } as const;
        const survivor = await mergeEntities(deps, own, [review.left, review.right], decision);
        await rename(own, survivor, { name, type }, run);
        return survivor;
      },
      within,
    );
    return { ...answer, runId, entityId: done.id };
  };

  /** The content one intent hid is erased or restored as a whole; content it only asked about, individually. */
  const decideForgetting = async (
    user: UserStore,
    review: Review,
    state: "accepted" | "rejected",
    within?: string,
  ): Promise<Decided> => {
    if (within !== undefined) throw new EngramError("conflict", "What is to be forgotten is decided alone");
    if (review.state !== "open" && review.state !== state) throw notOpen();
    await deps.forgetting.decide(user, review, state);
    return { id: review.id, kind: "forget", state, runId: null, factId: null, entityId: null };
  };

  const rejectDispute = async (userId: string, factId: string, within?: string): Promise<string | null> => {
    const user = store.forUser(userId);
    if ((await user.fact(factId)) === null) {
      if ((await user.rejection(refusalId(factId))) === null) throw notFound("item");
      return null;
    }
    const now = clock.now();
    const { runId } = await act(
      userId,
      DECISION_JOBS.review,
      (own, runId) => rejectSide(own, factId, now, runId),
      within,
    );
    return runId;
  };

  const rejectStored = async (
    userId: string,
    id: string,
    within?: string,
  ): Promise<Pick<Decided, "kind" | "runId">> => {
    const review = await store.forUser(userId).review(id);
    if (!review || review.kind === "synonym") throw notFound("item");
    const { kind } = review;
    if (kind === "forget") {
      await decideForgetting(store.forUser(userId), review, "rejected", within);
      return { kind, runId: null };
    }
    if (review.state === "rejected") return { kind, runId: null };
    if (kind !== "merge" && review.state !== "open") throw notOpen();
    const { runId } = await act(
      userId,
      DECISION_JOBS.review,
      (own, run) =>
        kind === "closing"
          ? rejectClosing(own, review, clock.now(), run)
          : (kind === "merge" ? rejectMerge : rejectInferred)(deps, own, review, run),
      within,
    );
    return { kind, runId };
  };

  const accept = async (userId: string, id: string, edit: ReviewEdit, within?: string): Promise<Decided> => {
    const factId = disputedFactId(id);
    if (factId === null) return acceptStored(userId, id, edit, within);
    const runId = await acceptDispute(userId, factId, edit, within);
    return { id, kind: "dispute", state: "accepted", runId, factId, entityId: null };
  };

  const reject = async (userId: string, id: string, within?: string): Promise<Decided> => {
    const factId = disputedFactId(id);
    const { kind, runId } =
      factId === null
        ? await rejectStored(userId, id, within)
        : { kind: "dispute" as const, runId: await rejectDispute(userId, factId, within) };
    return { id, kind, state: "rejected", runId, factId: null, entityId: null };
  };

  return {
    state: (userId, stated) => graphLock.run(userId, () => stateFact(deps, store.forUser(userId), stated)),

    correctFact: (userId, id, correction) =>
      graphLock.run(userId, () => correctFact(deps, store.forUser(userId), id, correction)),

    accept: (userId, id, edit = {}) => accept(userId, id, edit),
    reject: (userId, id) => reject(userId, id),

    async decideAll(userId, ids, decision) {
      const left: DecidedAll["left"] = [];
      const { runId } = await runs.act(userId, DECISION_JOBS.review, async (run) => {
        for (const id of ids) {
          try {
            await (decision === "accept" ? accept(userId, id, {}, run) : reject(userId, id, run));
          } catch (error) {
            if (!(error instanceof EngramError)) throw error;
            left.push({ id, code: error.code });
          }
        }
      });
      return { runId, left };
    },

    async merge(userId, a, b) {
      if (a === b) throw invalidField("into", "must be another entity");
      const user = store.forUser(userId);
      const [left, right] = await Promise.all([rootEntity(user, a), rootEntity(user, b)]);
      if (!left) throw notFound("entity");
      if (!right) throw notFound("entity", "into");
      if (left.id === right.id) return { entity: left, runId: null };
      const { runId, done } = await act(userId, DECISION_JOBS.merge, (own, runId) =>
        mergeEntities(deps, own, [a, b], { by: "user", actor: "user", runId, reason: "asked" }),
      );
      return { entity: done, runId };
    },

    async correctEntity(userId, id, correction) {
      const { runId, done } = await act(userId, DECISION_JOBS.edit, async (user, runId) => {
        const entity = await rootEntity(user, id);
        if (!entity) throw notFound("entity");
        await correctEntity(user, entity, correction, runId);
        return (await user.entity(entity.id)) ?? entity;
      });
      return { entity: done, runId };
    },

    async overrule(userId, rejectionId) {
      const known = await overruledFact(store.forUser(userId), rejectionId);
      if (known) return { fact: known, runId: null };
      const { runId, done } = await act(userId, DECISION_JOBS.overrule, (user, runId) =>
        overrule(deps, user, rejectionId, runId),
      );
      return { fact: done, runId };
    },

    undoRun: (userId, runId, options) => undoRun(deps, store.forUser(userId), runId, options),

    async undoSince(userId, since) {
      const user = store.forUser(userId);
      const jobs = new Set(runs.names());
      const all = await runs.list(userId, RUNS_BACK_MAX);
      const own = all.filter(({ job, dryRun, startedAt }) => jobs.has(job) && !dryRun && startedAt >= since);
      if (own.some(({ state }) => state === "running"))
        throw new EngramError("conflict", "A job is running; wait for it, or cancel it first");
      const result: UndoneSince = { undone: 0, skipped: [], runs: 0, wishes: 0 };
      result.wishes = await deps.forgetting.keepSince(user, since);
      for (const { id } of own) {
        const { undone, skipped } = await undoRun(deps, user, id, { again: false });
        result.undone += undone;
        result.skipped.push(...skipped);
        if (undone > 0) result.runs += 1;
      }
      return result;
    },
  };
}

const NOT_EDITED = { inferred: "what would follow", closing: "what may be over", insight: "an insight" };

/** It is useful: nothing becomes a fact. */
async function acceptInsight(user: UserStore, { id }: Review, now: Instant, runId: string): Promise<null> {
  const set = { state: "accepted", decidedAt: now, decidedBy: "user", runId } as const;
  await user.apply({ actor: "user", reason: "useful", mutations: [{ op: "review.patch", id, set }] });
  return null;
}

async function rename(
  user: UserStore,
  survivor: Entity,
  { name, type }: Pick<ReviewEdit, "name" | "type">,
  runId: string,
): Promise<void> {
  const set = { ...(name === undefined ? {} : { name }), ...(type === undefined ? {} : { type }) };
  if (isEmpty(set)) return;
  const { id } = survivor;
  await user.apply({
    actor: "user",
    reason: "renamed",
    runId,
    mutations: [
      { op: "entity.alias", id, alias: { alias: survivor.name, kind: "name" } },
      { op: "entity.patch", id, set },
    ],
  });
}

function isEmpty(fields: object): boolean {
  return Object.values(fields).every((value) => value === undefined);
}

function notOpen(): EngramError {
  return new EngramError("conflict", "It was decided already; undo that decision first");
}
