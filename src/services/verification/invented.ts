import type { Entity } from "../../domain/model/entity.ts";
import { endsOf, type Fact } from "../../domain/model/fact.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { CURRENT_STATUSES } from "../../domain/model/status.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { factsOfEntities } from "../facts-of.ts";

/** Facts of the candidate entities that are read; an entity with more was not invented. */
const FACTS_MAX = 1000;

/**
 * Entities no one mentioned: they came with statements now rejected, no turn mentions them, and no other fact is known about them.
 * They are archived, not deleted: the owner may overrule the rejection.
 */
export async function inventedEntities(
  user: UserStore,
  refused: Fact[],
  entities: ReadonlyMap<string, Entity>,
): Promise<Mutation[]> {
  const gone = new Set(refused.map(({ id }) => id));
  const candidates = [...endsOf(refused)].filter(
    (id) => entities.get(id)?.status === "staged" && entities.get(id)?.isSelf === false,
  );
  if (candidates.length === 0) return [];
  const facts = await factsOfEntities(user, candidates, CURRENT_STATUSES, FACTS_MAX);
  const mentions = await user.mentionsOf(candidates);
  const known = endsOf(facts.filter(({ id }) => !gone.has(id)));
  for (const { entityId } of mentions) known.add(entityId);
  return candidates
    .filter((id) => facts.length < FACTS_MAX && !known.has(id))
    .map((id): Mutation => ({ op: "entity.patch", id, set: { status: "archived" } }));
}
