import { infer, INFERENCE_RULES, isRelation } from "../../../domain/belief/inference.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import { openReview, type ReviewState } from "../../../domain/model/review.ts";
import type { Needs } from "../../kernel.ts";
import { defineJob, type JobRun } from "../job.ts";
import { partsOf } from "../../collections.ts";

const FACTS_PER_READ = 200;
/** Relations read per run. */
const FACTS_MAX = 50_000;
/** Maximum number of open questions; an owner would not answer more. */
const QUESTIONS_MAX = 100;
/** Questions looked up at once. */
const REVIEWS_PER_READ = 500;

/**
 * Asks the owner about facts that follow from believed relations between entities (`domain/belief/inference.ts`). It writes nothing
 * into the graph; decided and open questions are not asked again.
 */
export const inferRelations = defineJob<Needs<"clock">>({
  name: "infer-relations",
  title: "Suggest inferences",
  does: "Suggests facts that follow from known ones; you decide in Review.",
  changesMemory: true,
  schedule: "",
  async work(job, { clock }) {
    const relations = await relationsOf(job);
    const selfId = (await job.user.self()).id;
    // Facts about the user are found from either side, so an inverse adds nothing.
    const found = infer(relations).filter(
      ({ rule, toId }) => toId !== selfId || !INFERENCE_RULES[rule].isTurnedRound,
    );
    const now = clock.now();
    const reviews = found.map((one) =>
      openReview("inferred", [one.fromId, one.toId], one.rule, now, job.runId),
    );
    const known = new Map<string, ReviewState>();
    for (const some of partsOf(reviews, REVIEWS_PER_READ))
      for (const { id, state } of await job.user.reviewsById(some.map((one) => one.id))) known.set(id, state);
    const open = [...known.values()].filter((state) => state === "open").length;
    const fresh = reviews.filter(({ id }) => !known.has(id)).slice(0, Math.max(0, QUESTIONS_MAX - open));
    await job.change("may_follow", () => fresh.map((review): Mutation => ({ op: "review.put", review })));
    return { relations: relations.length, candidates: found.length, proposed: fresh.length };
  },
});

function relationsOf({ user, all }: JobRun): Promise<Fact[]> {
  const read = (cursor?: string) => user.factPage({ statuses: ["verified"], limit: FACTS_PER_READ, cursor });
  return all(
    read,
    (page) => page.filter(isRelation),
    (found) => found.length >= FACTS_MAX,
  );
}
