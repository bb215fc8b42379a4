import type { Entity } from "../../../domain/model/entity.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import type { Mutation } from "../../../domain/model/mutation.ts";
import type { Needs } from "../../kernel.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { AskDeps } from "../ask-model.ts";
import { defineJob } from "../job.ts";
import { wordTexts, type Source } from "../writing/ask-texts.ts";
import { isSupportedBy, sourceOf, entitySummary, distinctiveFacts } from "./describe.ts";
import { factsOfEntities } from "../../facts-of.ts";

type SummariseDeps = AskDeps & Needs<"clock" | "canVote">;

const ENTITIES_PER_STEP = 50;
/** Facts read for the entities of one step, newest first. */
const FACTS_PER_STEP_MAX = 4_000;
/** Summaries written by code per run; the next run continues. */
const SUMMARIES_MAX = 1_000;
/** With fewer facts, code writes as well as any model. */
const FACTS_TO_WRITE_MIN = 3;

interface EntityFacts {
  id: string;
  entity: Entity;
  facts: Fact[];
  source: Source;
}

/**
 * Summarises the believed facts about each entity, once for everything learned since the last run (F38): a summary based on the
 * same facts is left alone. Code writes first; then a capable model rewrites those of the most mentioned entities, a few per call.
 * Each page and each call is a checkpoint. Idempotent.
 */
export const summarise = defineJob<SummariseDeps>({
  name: "summarise",
  title: "Describe people and things",
  does: "Sums up what is believed about each person and thing.",
  asksModel: true,
  changesMemory: true,
  schedule: "20 4 * * *",
  async work(job, deps) {
    const { user } = job;
    const counts = { entities: 0, summaries: 0, cleared: 0, written: 0 };
    /** Entities a model has not been asked about. */
    const open: Pick<Entity, "id" | "mentionCount">[] = [];
    const read = (cursor?: string) => user.entityPage({ limit: ENTITIES_PER_STEP, cursor });
    await job.changePages(read, "summed_up", async (page) => {
      if (counts.summaries >= SUMMARIES_MAX) return null;
      const told = page.filter(({ isSelf, status }) => !isSelf && status !== "archived");
      return (await factsOf(deps, user, told)).flatMap(({ id, entity, facts }): Mutation[] => {
        counts.entities += 1;
        const set = entitySummary(entity, facts);
        const basis = set.summaryBasis;
        if (basis?.asked === false && basis.factIds.length >= FACTS_TO_WRITE_MIN)
          open.push({ id, mentionCount: entity.mentionCount });
        const before = { summary: entity.summary, summaryBasis: entity.summaryBasis ?? null };
        if (JSON.stringify(set) === JSON.stringify(before)) return [];
        counts[set.summary === null ? "cleared" : "summaries"] += 1;
        return [{ op: "entity.patch", id, set }];
      });
    });
    if (job.dryRun || !deps.canVote()) return counts;
    open.sort((a, b) => b.mentionCount - a.mentionCount || (a.id < b.id ? -1 : 1));
    await wordTexts(deps, job, "entity-summary", {
      ids: open.map(({ id }) => id),
      reason: "summaries_worded",
      show: async (ids) => factsOf(deps, user, await user.entitiesById([...ids])),
      plan({ id, entity, facts }, written) {
        const basis = entity.summaryBasis ?? null;
        if (basis === null) return [];
        const isGood = written !== null && isSupportedBy(written.summary, entity, facts);
        if (isGood) counts.written += 1;
        const summary = isGood ? { summary: written.summary } : {};
        const summaryBasis = { ...basis, asked: true, ...(isGood && { writtenBy: "model" as const }) };
        return [{ op: "entity.patch", id, set: { ...summary, summaryBasis } }];
      },
    });
    return counts;
  },
});

async function factsOf(
  { clock }: SummariseDeps,
  user: UserStore,
  entities: Entity[],
): Promise<EntityFacts[]> {
  const entityIds = entities.map(({ id }) => id);
  if (entityIds.length === 0) return [];
  const all = await factsOfEntities(user, entityIds, ["verified"], FACTS_PER_STEP_MAX);
  const now = clock.now();
  return entities.map((entity) => {
    const facts = distinctiveFacts(entity, all, now);
    return { id: entity.id, entity, facts, source: sourceOf(entity, facts) };
  });
}
