import { z } from "zod";
import type { Entity } from "../../domain/model/entity.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { answered, type Review, type ReviewKind } from "../../domain/model/review.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError, type ErrorCode, invalidField, notFound, refuseFields } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Forgetting } from "../forgetting/forgetting.ts";
import type { Needs } from "../kernel.ts";
import type { MaintenanceRuns } from "../maintenance/runs.ts";
import { acceptSide, disputedFactId, disputeId, refusalId, rejectSide } from "./disputes.ts";
import { correctEntity, type EntityCorrection } from "./entities.ts";
import { acceptClosing, rejectClosing } from "./closings.ts";
import { correctFact, reinstated, stateFact, type FactCorrection, type StatedFact } from "./facts.ts";
import { mergeEntities } from "./identities.ts";
import { acceptInferred } from "./inferred.ts";
import { rootEntity } from "./merge.ts";
import { overrule, overruledFact } from "./overrule.ts";
import { undoRun, UndoneRun } from "./undo-run.ts";

/** The result of a decision. */
export const Decided = z.object({
  id: z.string(),
  kind: z.enum(["dispute", "merge", "inferred", "forget", "closing", "insight"]),
  state: z.enum(["accepted", "rejected"]),
  runId: z
    .string()
    .nullable()
    .describe("undoing it undoes the decision; null when it had been decided before"),
  factId: z.string().nullable().describe("the fact that now holds"),
  entityId: z.string().nullable().describe("the merged entity"),
});
type Decided = z.infer<typeof Decided>;

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

export type ReviewDesk = ReturnType<typeof createReviewDesk>;

export const UndoneSince = UndoneRun.omit({ judgedAgain: true }).extend({
  runs: z.int().describe("those with at least one undone change"),
  wishes: z.int().describe("wishes to forget whose memories were restored"),
});
type UndoneSince = z.infer<typeof UndoneSince>;

/** Maximum runs examined: an hourly job for more than half a year. */
const RUNS_BACK_MAX = 5_000;

/** The owner's decisions. Each is a separate run, serialised with all other writers of that graph. */
export function createReviewDesk(
  deps: Needs<"store" | "clock" | "newId" | "graphLock"> & {
    runs: MaintenanceRuns;
    forgetting: Pick<Forgetting, "decide" | "keepSince">;
  },
) {
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
    { name, type, ...correction }: ReviewEdit,
    within?: string,
  ): Promise<Decided> => {
    refuseFields({ name, type }, "is not known of a dispute");
    const answer = { ...ALREADY, id: disputeId(factId), kind: "dispute", state: "accepted", factId } as const;
    const known = await store.forUser(userId).fact(factId);
    if (!known) throw notFound("item");
    if (known.status === "verified" && isEmpty(correction)) return answer;
    if (known.status !== "disputed") throw notOpen();
    const settle = async (user: UserStore, run: string): Promise<void> => {
      await acceptSide(user, factId, clock.now(), run);
      if (!isEmpty(correction)) await correctFact(deps, user, factId, correction, run);
    };
    return { ...answer, runId: (await act(userId, DECISION_JOBS.review, settle, within)).runId };
  };

  const rejectDispute = async (userId: string, factId: string, within?: string): Promise<Decided> => {
    const user = store.forUser(userId);
    const answer = { ...ALREADY, id: disputeId(factId), kind: "dispute", state: "rejected" } as const;
    if ((await user.fact(factId)) === null) {
      if ((await user.rejection(refusalId(factId))) === null) throw notFound("item");
      return answer;
    }
    const settle = (own: UserStore, run: string) => rejectSide(own, factId, clock.now(), run);
    return { ...answer, runId: (await act(userId, DECISION_JOBS.review, settle, within)).runId };
  };

  /** The content one intent hid is erased or restored as a whole; content it only asked about, individually. */
  const decideForgetting = async (
    user: UserStore,
    review: Review,
    state: Decided["state"],
    within?: string,
  ): Promise<Decided> => {
    if (within !== undefined) throw new EngramError("conflict", "What is to be forgotten is decided alone");
    if (review.state !== "open" && review.state !== state) throw notOpen();
    await deps.forgetting.decide(user, review, state);
    return { ...ALREADY, id: review.id, kind: "forget", state };
  };

  const accept = async (userId: string, id: string, edit: ReviewEdit, within?: string): Promise<Decided> => {
    const disputed = disputedFactId(id);
    if (disputed !== null) return acceptDispute(userId, disputed, edit, within);
    const user = store.forUser(userId);
    const review = await questionOf(user, id);
    const { kind, right } = review;
    if (kind === "forget") return decideForgetting(user, review, "accepted", within);
    const { name, type, ...correction } = edit;
    if (kind === "merge") refuseFields(correction, "is not known of a merge");
    else refuseFields(edit, `is not known of ${NOT_EDITED[kind]}; accept it, then correct the fact`);
    const answer = { ...ALREADY, id, kind, state: "accepted" } as const;
    if (review.state === "accepted" && isEmpty({ name, type })) {
      const merged = kind === "merge" ? await rootEntity(user, review.left) : null;
      return { ...answer, factId: kind === "closing" ? right : null, entityId: merged?.id ?? null };
    }
    if (review.state !== "open") throw notOpen();
    const carryOut = async (own: UserStore, run: string): Promise<Partial<Decided>> => {
      if (!(await isOpen(own, id, "accepted"))) return {};
      const now = clock.now();
      switch (kind) {
        case "merge": {
          const decision = { by: "user", actor: "user", runId: run, reason: review.reason } as const;
          const survivor = await mergeEntities(deps, own, [review.left, right], decision);
          await rename(own, survivor, { name, type }, run);
          return { entityId: survivor.id };
        }
        case "inferred":
          return { factId: await acceptInferred(deps, own, review, run) };
        case "closing":
          await acceptClosing(own, review, now, run);
          return { factId: right };
        case "insight":
          // It is useful: nothing becomes a fact.
          await own.apply({
            actor: "user",
            reason: "useful",
            mutations: [answered(id, "accepted", now, run)],
          });
          return {};
      }
    };
    const { runId, done } = await act(userId, DECISION_JOBS.review, carryOut, within);
    return { ...answer, ...done, runId };
  };

  const reject = async (userId: string, id: string, within?: string): Promise<Decided> => {
    const disputed = disputedFactId(id);
    if (disputed !== null) return rejectDispute(userId, disputed, within);
    const user = store.forUser(userId);
    const review = await questionOf(user, id);
    const { kind } = review;
    if (kind === "forget") return decideForgetting(user, review, "rejected", within);
    const answer = { ...ALREADY, id, kind, state: "rejected" } as const;
    if (review.state === "rejected") return answer;
    if (review.state !== "open") throw notOpen();
    const settle = async (own: UserStore, run: string): Promise<unknown> => {
      if (!(await isOpen(own, id, "rejected"))) return;
      if (kind === "closing") return rejectClosing(own, review, clock.now(), run);
      const mutations = [answered(id, "rejected", clock.now(), run)];
      return own.apply({ actor: "user", reason: REJECTED_AS[kind], mutations });
    };
    return { ...answer, runId: (await act(userId, DECISION_JOBS.review, settle, within)).runId };
  };

  return {
    state: (userId: string, stated: StatedFact): Promise<Fact> =>
      graphLock.run(userId, () => stateFact(deps, store.forUser(userId), stated)),

    /** With what it had ended, a fact that was never true is undone as a run. */
    async correctFact(userId: string, id: string, correction: FactCorrection): Promise<Fact> {
      const correct = (user: UserStore, runId?: string) => correctFact(deps, user, id, correction, runId);
      const user = store.forUser(userId);
      const untrue = correction.status === "corrected" ? await user.fact(id) : null;
      if (untrue === null || (await reinstated(user, untrue)).length === 0)
        return graphLock.run(userId, () => correct(user));
      return (await act(userId, DECISION_JOBS.edit, correct)).done;
    },

    accept: (userId: string, id: string, edit: ReviewEdit = {}) => accept(userId, id, edit),
    reject: (userId: string, id: string) => reject(userId, id),

    /** All in one run; `left` could not be decided that way. A forgetting cannot be undone, so it is decided alone. */
    async decideAll(userId: string, ids: string[], decision: Decision): Promise<DecidedAll> {
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

    async merge(userId: string, a: string, b: string): Promise<{ entity: Entity; runId: string | null }> {
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

    async correctEntity(userId: string, id: string, correction: EntityCorrection) {
      const { runId, done } = await act(userId, DECISION_JOBS.edit, async (user, runId) => {
        const entity = await rootEntity(user, id);
        if (!entity) throw notFound("entity");
        await correctEntity(user, entity, correction, runId);
        return (await user.entity(entity.id)) ?? entity;
      });
      return { entity: done, runId };
    },

    async overrule(userId: string, rejectionId: string): Promise<{ fact: Fact; runId: string | null }> {
      const known = await overruledFact(store.forUser(userId), rejectionId);
      if (known) return { fact: known, runId: null };
      const { runId, done } = await act(userId, DECISION_JOBS.overrule, (user, runId) =>
        overrule(deps, user, rejectionId, runId),
      );
      return { fact: done, runId };
    },

    undoRun: (userId: string, runId: string, options: { again: boolean }) =>
      undoRun(deps, store.forUser(userId), runId, options),

    /**
     * Undoes everything that memory did by itself since then: the changes of its jobs, newest first, and anything hidden
     * on a model's reading alone. The owner's own decisions and plain words stay. Throws `conflict` while a job runs.
     */
    async undoSince(userId: string, since: Instant): Promise<UndoneSince> {
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

type Question = Review & { kind: Exclude<ReviewKind, "synonym"> };

async function questionOf(user: UserStore, id: string): Promise<Question> {
  const review = await user.review(id);
  if (review === null || review.kind === "synonym") throw notFound("item");
  return review as Question;
}

/** Another window may have decided it while this decision waited: alike, or it throws `conflict`. */
async function isOpen(user: UserStore, id: string, decision: Decided["state"]): Promise<boolean> {
  const { state } = await questionOf(user, id);
  if (state !== "open" && state !== decision) throw notOpen();
  return state === "open";
}

/** An answer that had been given before. */
const ALREADY = { runId: null, factId: null, entityId: null };
const NOT_EDITED = { inferred: "what would follow", closing: "what may be over", insight: "an insight" };
/** It is never asked again. */
const REJECTED_AS = { merge: "kept_apart", inferred: "not_so", insight: "not_so" };

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
