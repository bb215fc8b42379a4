import type { Actor } from "../../domain/model/change.ts";
import type { Entity } from "../../domain/model/entity.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { openReview, putReview, type Decider, type Review } from "../../domain/model/review.ts";
import { notFound } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { ReviewDeps } from "./facts.ts";
import { inOrder, planMerge, rootEntity } from "./merge.ts";

/** The two sides of a question as they are now; null if one is gone or they are already merged. */
export async function currentEntities(user: UserStore, review: Review): Promise<[Entity, Entity] | null> {
  const [left, right] = await Promise.all([rootEntity(user, review.left), rootEntity(user, review.right)]);
  return left && right && left.id !== right.id ? [left, right] : null;
}

export interface Decision {
  by: Decider;
  actor: Actor;
  runId: string;
  reason: Review["reason"];
}

/** Merges two entities and stores the decision. Returns the survivor, also if they are already merged. */
export async function mergeEntities(
  deps: ReviewDeps,
  user: UserStore,
  [a, b]: readonly [string, string],
  decision: Decision,
): Promise<Entity> {
  const [left, right] = await Promise.all([rootEntity(user, a), rootEntity(user, b)]);
  if (!left || !right) throw notFound("entity");
  if (left.id === right.id) return left;
  const pair = inOrder(left, right);
  const now = deps.clock.now();
  const mutations = [...(await planMerge(user, pair, now)), ...mergeDecision([a, b], decision, now)];
  const { actor, runId } = decision;
  await user.apply({ actor, reason: "merged", runId, whole: true, mutations });
  return (await user.entity(pair.survivor.id)) ?? pair.survivor;
}

/** The answer, which also prevents the question from being asked again. */
export function mergeDecision(
  [a, b]: readonly [string, string],
  { by, runId, reason }: Pick<Decision, "by" | "runId" | "reason">,
  now: string,
  state: "accepted" | "rejected" = "accepted",
): Mutation[] {
  const answer = { state, decidedAt: now, decidedBy: by, runId };
  return [...putReview(openReview("merge", [a, b], reason, now), answer)];
}
