import { validFrom } from "../../domain/belief/consistency.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { answered, type Review } from "../../domain/model/review.ts";
import { BELIEVED_STATUSES } from "../../domain/model/status.ts";
import type { Instant } from "../../domain/model/time.ts";
import { EngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { closing } from "./facts.ts";

/** A believed fact the owner is asked about, and the statement that may have ended it. */
export interface Closing {
  fact: Fact;
  /** Null if no longer known, or hidden. */
  news: Fact | null;
}

/** Null if the fact is gone. */
export async function closingOf(user: UserStore, { left, right }: Review): Promise<Closing | null> {
  const facts = await user.factsById([left, right]);
  const fact = facts.find(({ id }) => id === right);
  const news = facts.find(({ id, status }) => id === left && status !== "archived") ?? null;
  return fact === undefined ? null : { fact, news };
}

/** The owner confirms that it is past, or never was true. */
export async function acceptClosing(
  user: UserStore,
  review: Review,
  now: Instant,
  runId: string,
): Promise<void> {
  const known = await closingOf(user, review);
  if (known === null || !BELIEVED_STATUSES.includes(known.fact.status))
    throw new EngramError("conflict", "It is not believed any more");
  await user.apply({
    actor: "user",
    reason: "ended",
    runId,
    whole: true,
    mutations: [ending(review, known, now), answered(review.id, "accepted", now, runId)],
  });
}

/** The owner says that it still holds. */
export async function rejectClosing(
  user: UserStore,
  review: Review,
  now: Instant,
  runId: string,
): Promise<void> {
  const { fact } = (await closingOf(user, review)) ?? {};
  const settled: Mutation[] =
    fact?.status === "disputed" ? [{ op: "fact.patch", id: fact.id, set: { status: "verified" } }] : [];
  await user.apply({
    actor: "user",
    reason: "still_so",
    runId,
    mutations: [...settled, answered(review.id, "rejected", now, runId)],
  });
}

function ending({ reason, at }: Review, { fact, news }: Closing, now: Instant): Mutation {
  if (reason === "superseded")
    return closing(fact, news === null ? { at, precision: "day" } : validFrom(news), now);
  const status = reason === "retracted" ? "retracted" : "corrected";
  return { op: "fact.patch", id: fact.id, set: { status, expiredAt: now } };
}
