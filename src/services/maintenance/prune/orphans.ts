import type { Entity } from "../../../domain/model/entity.ts";
import { endsOf } from "../../../domain/model/fact.ts";
import { PROCEDURE } from "../../../domain/model/procedure.ts";
import { STATUSES } from "../../../domain/model/status.ts";
import { DAY_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { allOf } from "../../pages.ts";
import { SILENT_DAYS } from "./facts.ts";
import { factsOfEntities } from "../../facts-of.ts";

/** Facts read at once for a page of entities, to rule out most of them as orphans. */
const FACTS_AT_ONCE = 2000;

/** New entities are left alone: facts about them may still follow (F29). */
function isOld({ createdAt, lastMentionedAt }: Entity, now: Instant): boolean {
  const before = plusMs(now, -SILENT_DAYS * DAY_MS);
  return createdAt <= before && lastMentionedAt <= before;
}

/** The old entities without any fact or mention, and without others merged into them; how-tos need neither. */
export async function orphansAmong(user: UserStore, entities: Entity[], now: Instant): Promise<Entity[]> {
  const candidates = entities.filter((entity) => {
    const { isSelf, mergedInto, type } = entity;
    return isOld(entity, now) && !isSelf && mergedInto === undefined && type !== PROCEDURE;
  });
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const facts = await factsOfEntities(user, ids, STATUSES, FACTS_AT_ONCE);
  const used = endsOf(facts);
  for (const { entityId } of await user.mentionsOf(ids)) used.add(entityId);
  const orphans: Entity[] = [];
  for (const entity of candidates)
    if (!used.has(entity.id) && (await isOrphan(user, entity.id))) orphans.push(entity);
  return orphans;
}

/** Checked individually, as the reads for a whole page are truncated. */
async function isOrphan(user: UserStore, id: string): Promise<boolean> {
  const facts = await factsOfEntities(user, [id], STATUSES, 1);
  if (facts.length > 0 || (await user.mentionsOf([id])).length > 0) return false;
  return (await user.mergedInto(id)).length === 0;
}

/** Entities that a question or its answer is about: the question would be deleted with them and not be restored. */
export async function entitiesInQuestion(user: UserStore): Promise<Set<string>> {
  const reviews = await allOf((page) => user.reviewPage(page));
  return new Set(reviews.flatMap(({ left, right }) => [left, right]));
}
