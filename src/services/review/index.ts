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
import { acceptSide, disputedFactId, disputeState, rejectSide } from "./disputes.ts";
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

  /** Carries out a decision in its run; returns the fact that holds now, if the question does not name it. */
  const carryOut = async (
    own: UserStore,
    question: Question,
    state: Decided["state"],
    { name, type, ...correction }: ReviewEdit,
    run: string,
  ): Promise<Pick<Decided, "factId"> | undefined> => {
    const { id, kind, right } = question;
    const now = clock.now();
    if (kind === "dispute") {
      await (state === "accepted" ? acceptSide : rejectSide)(own, right, now, run);
      if (!isEmpty(correction)) await correctFact(deps, own, right, correction, run);
    } else if (kind === "closing") {
      await (state === "accepted" ? acceptClosing : rejectClosing)(own, question, now, run);
    } else if (kind === "inferred" && state === "accepted") {
      return { factId: await acceptInferred(deps, own, question, run) };
    } else if (kind === "merge" && state === "accepted") {
      const decision = { by: "user", actor: "user", runId: run, reason: question.reason } as const;
      const survivor = await mergeEntities(deps, own, [question.left, right], decision);
      await rename(own, survivor, { name, type }, run);
    } else {
      // An insight that is useful becomes no fact; what is rejected is never asked again.
      const reason = state === "accepted" ? "useful" : kind === "merge" ? "kept_apart" : "not_so";
      await own.apply({ actor: "user", reason, mutations: [answered(id, state, now, run)] });
    }
    return undefined;
  };

  const decide = async (
    userId: string,
    id: string,
    state: Decided["state"],
    edit: ReviewEdit = {},
    within?: string,
  ): Promise<Decided> => {
    const user = store.forUser(userId);
    const question = await questionOf(user, id);
    const { kind } = question;
    const answer = { id, kind, state, runId: null, factId: null, entityId: null };
    if (kind === "forget") {
      // The content one intent hid is erased or restored as a whole; content it only asked about, individually.
      if (within !== undefined) throw new EngramError("conflict", "What is to be forgotten is decided alone");
      if (question.state !== "open" && question.state !== state) throw notOpen(kind);
      await deps.forgetting.decide(user, question, state);
      return answer;
    }
    refuseEdit(kind, edit);
    if (question.state === state && isEmpty(edit))
      return { ...answer, ...(await outcomeOf(user, question, state)) };
    if (question.state !== "open") throw notOpen(kind);
    const settle = async (own: UserStore, run: string): Promise<Partial<Decided>> => {
      // Another window may have decided it while this decision waited.
      const current = await questionOf(own, id);
      if (current.state !== "open" && current.state !== state) throw notOpen(kind);
      const done = current.state === "open" ? await carryOut(own, current, state, edit, run) : {};
      return { ...(await outcomeOf(own, question, state)), ...done };
    };
    const { runId, done } = await act(userId, DECISION_JOBS.review, settle, within);
    return { ...answer, ...done, runId };
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

    accept: (userId: string, id: string, edit?: ReviewEdit) => decide(userId, id, "accepted", edit),
    reject: (userId: string, id: string) => decide(userId, id, "rejected"),

    /** All in one run; `left` could not be decided that way. A forgetting cannot be undone, so it is decided alone. */
    async decideAll(userId: string, ids: string[], decision: Decision): Promise<DecidedAll> {
      const left: DecidedAll["left"] = [];
      const { runId } = await runs.act(userId, DECISION_JOBS.review, async (run) => {
        for (const id of ids) {
          try {
            await decide(userId, id, decision === "accept" ? "accepted" : "rejected", {}, run);
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

/** A dispute is not stored: it is open as long as the fact on its `right` is disputed. */
type Question =
  | (Review & { kind: Exclude<ReviewKind, "synonym"> })
  | { kind: "dispute"; id: string; state: Review["state"] | null; right: string };

async function questionOf(user: UserStore, id: string): Promise<Question> {
  const factId = disputedFactId(id);
  if (factId !== null) return { kind: "dispute", id, right: factId, state: await disputeState(user, factId) };
  const review = await user.review(id);
  if (review === null || review.kind === "synonym") throw notFound("item");
  return review as Question;
}

/** What a decision brought about. */
async function outcomeOf(
  user: UserStore,
  question: Question,
  state: Decided["state"],
): Promise<Partial<Decided>> {
  if (state === "rejected") return {};
  if (question.kind === "merge") return { entityId: (await rootEntity(user, question.left))?.id ?? null };
  return question.kind === "dispute" || question.kind === "closing" ? { factId: question.right } : {};
}

const NOT_EDITED = { inferred: "what would follow", closing: "what may be over", insight: "an insight" };

function refuseEdit(
  kind: Exclude<Question["kind"], "forget">,
  { name, type, ...correction }: ReviewEdit,
): void {
  if (kind === "dispute") refuseFields({ name, type }, "is not known of a dispute");
  else if (kind === "merge") refuseFields(correction, "is not known of a merge");
  else
    refuseFields(
      { name, type, ...correction },
      `is not known of ${NOT_EDITED[kind]}; accept it, then correct the fact`,
    );
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

function notOpen(kind: Question["kind"]): EngramError {
  const isDerived = kind === "dispute";
  const message = isDerived
    ? "It is not disputed any more"
    : "It was decided already; undo that decision first";
  return new EngramError("conflict", message);
}
