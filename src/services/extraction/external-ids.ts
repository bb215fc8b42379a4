import { haveDifferentIds, isSameKey } from "../../domain/grounding/external-ids.ts";
import { newEntity, type Entity, type ExternalKey } from "../../domain/model/entity.ts";
import { spansOfName } from "../../domain/model/entity-names.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Mutation } from "../../domain/model/mutation.ts";
import { foldName, type Span } from "../../language/text.ts";
import type { NewId } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";

/** An id, found in a text or given by a program, which may know more about the thing. */
export type GivenId = ExternalKey & { type: string; name?: string | undefined } & Partial<Span>;

export interface IdPlan {
  mutations: Mutation[];
  /** Folded names that must still be unknown when the mutations are applied. */
  newNames: string[];
  /** The entities, in the order of the ids. */
  entities: Entity[];
}

/**
 * Gives each id its entity (ENT-4): the one that has the key, the one with the id as a name, or else a new one. An id is
 * a name too, so that a question with it finds the entity. `named`: entities that the same batch creates or names.
 */
export async function planExternalIds(
  user: UserStore,
  episode: Episode,
  ids: readonly GivenId[],
  newId: NewId,
  named: ReadonlyMap<string, Entity> = new Map(),
): Promise<IdPlan> {
  const plan: IdPlan = { mutations: [], newNames: [], entities: [] };
  if (ids.length === 0) return plan;
  const hits = await user.entitiesByAlias(ids.map(({ id }) => id));
  const entities = new Map<string, Entity>();
  for (const given of ids) {
    const { system, id, start, end } = given;
    const name = foldName(id);
    const bearers = [
      ...entities.values(),
      ...hits.flatMap((hit) => (foldName(hit.alias) === name ? [hit.entity] : [])),
      ...[named.get(name) ?? []].flat(),
    ];
    const known = bearers.find(({ externalKeys }) => externalKeys.some((key) => isSameKey(key, given)));
    const entity = known ?? adopt(plan, bearers, given) ?? create(plan, given, episode, newId);
    entities.set(`${system} ${id}`, entity);
    plan.entities.push(entity);
    const spans =
      start === undefined || end === undefined ? spansOfName(entity, episode.userMessage) : [{ start, end }];
    for (const span of spans.slice(0, MENTIONS_MAX))
      plan.mutations.push({ op: "mention.put", episodeId: episode.id, entityId: entity.id, ...span });
  }
  return plan;
}

const MENTIONS_MAX = 8;

/** An entity that was known by the id as a name gains the key, unless it has another id in that system. */
function adopt(plan: IdPlan, bearers: Entity[], { system, id }: GivenId): Entity | null {
  const key = { system, id };
  const entity = bearers.find(
    (one) =>
      !one.isSelf &&
      one.aliases.some(({ alias }) => foldName(alias) === foldName(id)) &&
      !haveDifferentIds(one, { externalKeys: [key] }),
  );
  if (entity === undefined) return null;
  const externalKeys = [...entity.externalKeys, key];
  plan.mutations.push({ op: "entity.patch", id: entity.id, set: { externalKeys } });
  return { ...entity, externalKeys };
}

function create(plan: IdPlan, given: GivenId, episode: Episode, newId: NewId): Entity {
  const { system, id, type, name = id } = given;
  const entity = newEntity({
    id: newId(),
    name,
    type,
    aliases: [...new Set([name, id])].map((alias) => ({ alias, kind: "name" })),
    createdAt: episode.recordedAt,
    lastMentionedAt: episode.occurredAt,
    externalKeys: [{ system, id }],
  });
  plan.newNames.push(foldName(id));
  plan.mutations.push({ op: "entity.put", entity });
  return entity;
}
