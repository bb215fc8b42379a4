import { validFrom, relate } from "../../domain/belief/consistency.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { areRivals } from "../../domain/belief/reconciliation.ts";
import type { Review } from "../../domain/model/review.ts";
import type { Instant } from "../../domain/model/time.ts";
import { notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { askedAboutBy, closingQuestions } from "../retrieval/related.ts";
import { closing, nickname, reinstated } from "./facts.ts";
import { factsOfSubjects } from "../facts-of.ts";

/** Incompatible statements. `fact` was said last; `against` are the others. */
export interface Dispute {
  fact: Fact;
  against: Fact[];
}

const PREFIX = "dispute.";
/** Maximum statements in one dispute; far above any real number. */
const SIDES_MAX = 50;

/** Derived, not stored: a dispute is open as long as its facts are disputed. */
export function disputeId(factId: string): string {
  return `${PREFIX}${factId}`;
}

export function disputedFactId(reviewId: string): string | null {
  return reviewId.startsWith(PREFIX) ? reviewId.slice(PREFIX.length) : null;
}

/** The dispute that a fact belongs to. `asked`: what may have ended is another question, and no side of it. */
export async function disputeOf(user: UserStore, fact: Fact, asked: ReadonlySet<string>): Promise<Dispute> {
  const disputed = await factsOfSubjects(user, [fact.subjectId], ["disputed"], SIDES_MAX);
  const sides = disputed.filter(({ id }) => id !== fact.id && !asked.has(id));
  return { fact, against: sides.filter((side) => areRivals(fact, side)) };
}

/** Listed once, under the latest statement. */
export function isListedBy({ fact, against }: Dispute): boolean {
  return against.every(
    (one) => one.createdAt < fact.createdAt || (one.createdAt === fact.createdAt && one.id < fact.id),
  );
}

/** Null if it was settled otherwise. Throws `not_found`. */
export async function disputeState(user: UserStore, factId: string): Promise<Review["state"] | null> {
  const fact = await user.fact(factId);
  if (fact !== null)
    return fact.status === "disputed" ? "open" : fact.status === "verified" ? "accepted" : null;
  if ((await user.rejection(refusalId(factId))) === null) throw notFound("item");
  return "rejected";
}

async function openDispute(user: UserStore, factId: string): Promise<Dispute> {
  const fact = await user.fact(factId);
  if (!fact) throw notFound("item");
  return disputeOf(user, fact, askedAboutBy(await closingQuestions(user)));
}

/** This one holds: it is verified, and the others are closed. */
export async function acceptSide(
  user: UserStore,
  factId: string,
  now: Instant,
  runId: string,
): Promise<void> {
  const { fact, against } = await openDispute(user, factId);
  const verified: Mutation = { op: "fact.patch", id: factId, set: { status: "verified", confidence: 1 } };
  const closed = against.map((other) => closeOther(fact, other, now));
  const mutations = [...closed, verified, ...(await nickname(user, fact))];
  await user.apply({ actor: "user", reason: "dispute_accepted", runId, mutations });
}

/** An update ended it; anything else means that it was never true. */
function closeOther(fact: Fact, other: Fact, now: Instant): Mutation {
  if (relate({ ...fact, change: "none" }, [other]).kind === "update")
    return closing(other, validFrom(fact), now);
  return { op: "fact.patch", id: other.id, set: { status: "corrected", expiredAt: now } };
}

/** One rejection per fact, so that rejecting is idempotent. */
function refusalId(factId: string): string {
  return `rejected.${factId}`;
}

/** This one is rejected; if a single other one is left, that one holds. */
export async function rejectSide(
  user: UserStore,
  factId: string,
  now: Instant,
  runId: string,
): Promise<void> {
  const dispute = await openDispute(user, factId);
  const [first, ...more] = dispute.against;
  const settled: Mutation[] =
    first === undefined
      ? await reinstated(user, dispute.fact)
      : more.length === 0
        ? [{ op: "fact.patch", id: first.id, set: { status: "verified" } }]
        : [];
  await user.apply({
    actor: "user",
    reason: "dispute_rejected",
    runId,
    mutations: [...settled, ...refusal(dispute.fact, now)],
  });
}

function refusal(fact: Fact, at: Instant): Mutation[] {
  const episodeId = fact.evidence[0]?.episodeId ?? null;
  const why = { stage: "review", reason: "rejected_by_user", detail: "the owner says so" } as const;
  return [
    { op: "fact.delete", id: fact.id },
    {
      op: "rejection.put",
      rejection: {
        id: refusalId(fact.id),
        episodeId,
        factId: fact.id,
        ...why,
        proposal: fact,
        reasoning: null,
        at,
      },
    },
  ];
}
