import { newFact } from "../../domain/model/fact.ts";
import { infer, INFERENCE_RULES } from "../../domain/belief/inference.ts";
import { answered, isInferred, type Review } from "../../domain/model/review.ts";
import { EngramError } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { integrateStatedFact, type ReviewDeps } from "./facts.ts";
import { rootEntity } from "./merge.ts";
import { factsOfEntities } from "../facts-of.ts";

/** Facts around two entities that are examined. */
const FACTS_MAX = 500;

/** In words, with its premises, recomputed from current facts; null if it no longer follows, or is already believed. */
export async function currentInference(user: UserStore, review: Review) {
  if (!isInferred(review)) return null;
  const [from, to] = await Promise.all([rootEntity(user, review.left), rootEntity(user, review.right)]);
  if (!from || !to) return null;
  const facts = await factsOfEntities(user, [from.id, to.id], ["verified"], FACTS_MAX);
  const pair = new Set([from.id, to.id]);
  const inference = infer(facts).find(
    (one) => one.rule === review.reason && pair.has(one.fromId) && pair.has(one.toId),
  );
  if (inference === undefined) return null;
  const premises = facts.filter(({ id }) => inference.premises.includes(id));
  const [first, second] = inference.fromId === from.id ? [from, to] : [to, from];
  const text = INFERENCE_RULES[inference.rule].says(first.name, second.name);
  return { inference, text, from: first, to: second, premises };
}

/** The owner confirms it: it is stated by hand, with the question as its origin. Returns the fact's id. */
export async function acceptInferred(
  { clock, newId }: ReviewDeps,
  user: UserStore,
  review: Review,
  runId: string,
): Promise<string> {
  const known = await currentInference(user, review);
  if (known === null) throw new EngramError("conflict", "It does not follow any more");
  const now = clock.now();
  const { inference, text } = known;
  const fact = newFact({
    id: newId(),
    subjectId: inference.fromId,
    predicate: inference.predicate,
    objectId: inference.toId,
    text,
    confidence: 1,
    createdAt: now,
    status: "verified",
    origin: review.id,
  });
  const integrated = await integrateStatedFact(user, fact, now);
  await user.apply({
    actor: "user",
    reason: "inferred",
    runId,
    whole: true,
    mutations: [...integrated.mutations, answered(review.id, "accepted", now, runId)],
  });
  return integrated.factId;
}
