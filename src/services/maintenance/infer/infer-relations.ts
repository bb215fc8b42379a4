import { setImmediate } from "node:timers/promises";
import type { Fact } from "../../../domain/model/fact.ts";
import { infer, isRelation, isTurnedRound } from "../../../domain/belief/inference.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import { inferredReview, type ReviewState } from "../../../domain/model/review.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { ModelGate } from "../../model/gate.ts";
import { storeDryRunDiff } from "../diff.ts";
import { preemptible } from "../retry-preempted.ts";
import type { RunContext } from "../runs.ts";

export interface InferDeps {
  gate: ModelGate;
  clock: Clock;
}

const FACTS_PER_READ = 200;
/** Relations one run looks at. */
const FACTS_MAX = 50_000;
/** Questions that may stand open at a time: nobody answers more. */
const QUESTIONS_MAX = 100;
/** Questions looked up at once. */
const REVIEWS_PER_READ = 500;

/**
 * Puts before the owner what follows from believed relations between entities (`domain/belief/inference.ts`). It writes
 * nothing into the graph; what was decided or stands open is not asked about again.
 */
export async function inferRelations(
  deps: InferDeps,
  user: UserStore,
  context: RunContext,
): Promise<Record<string, number>> {
  const relations = await relationsOf(deps, user, context);
  const selfId = (await user.self()).id;
  // What is known of the user is found from either side: the same the other way round tells nobody anything.
  const found = infer(relations).filter(({ rule, toId }) => toId !== selfId || !isTurnedRound(rule));
  const now = deps.clock.now();
  const reviews = found.map((one) => inferredReview(one, now, context.runId));
  const known = new Map<string, ReviewState>();
  for (let at = 0; at < reviews.length; at += REVIEWS_PER_READ) {
    const ids = reviews.slice(at, at + REVIEWS_PER_READ).map(({ id }) => id);
    for (const { id, state } of await user.reviewsById(ids)) known.set(id, state);
  }
  const open = [...known.values()].filter((state) => state === "open").length;
  const fresh = reviews.filter(({ id }) => !known.has(id)).slice(0, Math.max(0, QUESTIONS_MAX - open));
  const mutations = fresh.map((review): Mutation => ({ op: "review.put", review }));
  if (context.dryRun) await storeDryRunDiff(user, context.runId, mutations);
  else if (mutations.length > 0)
    await user.apply({ actor: "maintenance", reason: "may_follow", runId: context.runId, mutations });
  return { relations: relations.length, candidates: found.length, proposed: fresh.length };
}

async function relationsOf(deps: InferDeps, user: UserStore, { signal }: RunContext): Promise<Fact[]> {
  const relations: Fact[] = [];
  for (let cursor: string | undefined; relations.length < FACTS_MAX;) {
    const page = await preemptible(deps.gate, signal, () =>
      user.factPage({ statuses: ["verified"], limit: FACTS_PER_READ, cursor }),
    );
    relations.push(...page.items.filter(isRelation));
    if (page.nextCursor === null) return relations;
    cursor = page.nextCursor;
    await setImmediate(undefined);
  }
  return relations;
}
