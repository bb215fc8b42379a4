import { adjustedConfidence, entityConfidence, isWorthWriting } from "../../../domain/belief/confidence.ts";
import type { Entity } from "../../../domain/model/entity.ts";
import { unhelpfulRatings } from "../../../domain/model/feedback.ts";
import { endsOf, type Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import { CURRENT_STATUSES, type Status } from "../../../domain/model/status.ts";
import type { Instant } from "../../../domain/model/time.ts";
import type { Needs } from "../../kernel.ts";
import { floorFor } from "../../verification/confidence.ts";
import { defineJob, type JobRun } from "../job.ts";
import { CONFLICT_REASON, alreadyAsked, claimsOf, conflictsAmong } from "./conflicts.ts";
import { byId } from "../../collections.ts";

/** Facts or entities read and written at once. */
const ITEMS_PER_STEP = 200;
/** Believed facts stay this much above the threshold at which they were accepted. */
const ABOVE_FLOOR = 0.01;
const REASON = "confidence_adjusted";

interface Run extends JobRun {
  now: Instant;
  counts: Record<"facts" | "entities" | "raised" | "lowered" | "disputed", number>;
  /** Highest confidence among the believed facts of each entity. */
  surest: Map<string, number>;
}

/**
 * Recalculates confidence from evidence, age and doubt (`domain/belief/confidence.ts`), and asks the owner about contradictory
 * facts. It starts from the confidence set by verification, so it is idempotent; each page is a checkpoint.
 */
export const adjustConfidence = defineJob<Needs<"clock">>({
  name: "adjust-confidence",
  title: "Recalculate certainty",
  does: "Recalculates how certain each fact is, from its evidence, its age and doubts about it.",
  changesMemory: true,
  schedule: "0 4 * * *",
  async work(job, { clock }) {
    const counts = { facts: 0, entities: 0, raised: 0, lowered: 0, disputed: 0 };
    const run: Run = { ...job, now: clock.now(), counts, surest: new Map() };
    const { user } = job;
    const factsOf = (statuses: readonly Status[]) => (cursor: string | undefined) =>
      user.factPage({ statuses, limit: ITEMS_PER_STEP, cursor });
    const claims = await job.all(factsOf(["verified"]), claimsOf);
    for (const group of conflictsAmong(claims)) counts.disputed += await flagConflict(job, group);
    await job.changePages(factsOf(CURRENT_STATUSES), REASON, (facts) => factSteps(run, facts));
    const entities = (cursor?: string) => user.entityPage({ limit: ITEMS_PER_STEP, cursor });
    await job.changePages(entities, REASON, async (page) => entitySteps(run, page));
    return counts;
  },
});

async function factSteps(run: Run, facts: Fact[]): Promise<Mutation[]> {
  const subjects = byId(await run.user.entitiesById([...new Set(facts.map((fact) => fact.subjectId))]));
  const feedback = await run.user.feedbackOn(facts.map(({ id }) => id));
  const ratings = Map.groupBy(feedback, ({ targetId }) => targetId);
  run.counts.facts += facts.length;
  return facts.flatMap((fact): Mutation[] => {
    const floor = floorFor(fact, subjects.get(fact.subjectId)) + ABOVE_FLOOR;
    const confidence = adjustedConfidence(fact, run.now, floor, unhelpfulRatings(ratings.get(fact.id) ?? []));
    note(run, fact, confidence);
    if (!isWorthWriting(fact.confidence, confidence)) return [];
    tally(run, fact.confidence, confidence);
    const stated = fact.base ?? fact.confidence;
    const set = confidence === stated ? { confidence } : { confidence, base: stated };
    return [{ op: "fact.patch", id: fact.id, set }];
  });
}

function note(run: Run, fact: Fact, confidence: number): void {
  if (fact.status !== "verified") return;
  for (const id of endsOf([fact])) run.surest.set(id, Math.max(run.surest.get(id) ?? 0, confidence));
}

function tally({ counts }: Run, from: number, to: number): void {
  counts[to > from ? "raised" : "lowered"] += 1;
}

/** Two values from the same day for a single-valued predicate: the owner decides. Asked only once. */
function flagConflict({ user, change }: JobRun, group: string[]): Promise<number> {
  return change(CONFLICT_REASON, async () => {
    const facts = (await user.factsById(group)).filter(({ status }) => status === "verified");
    if (facts.length < 2 || (await alreadyAsked(user, facts))) return [];
    return facts.map(({ id }): Mutation => ({ op: "fact.patch", id, set: { status: "disputed" } }));
  });
}

function entitySteps(run: Run, entities: Entity[]): Mutation[] {
  return entities.flatMap((entity): Mutation[] => {
    if (entity.isSelf || entity.mergedInto !== undefined || entity.status === "archived") return [];
    run.counts.entities += 1;
    const confidence = entityConfidence(entity, run.surest.get(entity.id) ?? null, run.now);
    if (!isWorthWriting(entity.confidence, confidence)) return [];
    tally(run, entity.confidence, confidence);
    return [{ op: "entity.patch", id: entity.id, set: { confidence } }];
  });
}
