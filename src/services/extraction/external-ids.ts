import { haveDifferentIds, isSameKey, RECORD } from "../../domain/grounding/external-ids.ts";
import { newEntity, type Entity, type ExternalKey } from "../../domain/model/entity.ts";
import { spansOfName } from "../../domain/model/entity-names.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { EntityPatch, Mutation } from "../../domain/model/mutation.ts";
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
 * Gives each id its entity (ENT-4): the one that has the key, the one with the id (or the given name) as a name, or else
 * a new one. An id is a name too, so that a question with it finds the entity. `named`: entities that the same batch
 * creates or names.
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
  const hits = await user.entitiesByAlias(ids.flatMap(({ id, name = id }) => [id, name]));
  const known = new Map(hits.map(({ entity }) => [entity.id, entity]));
  for (const entity of named.values()) known.set(entity.id, known.get(entity.id) ?? entity);
  for (const given of ids) {
    const all = [...known.values()];
    const bearer = all.find(({ externalKeys }) => externalKeys.some((key) => isSameKey(key, given)));
    const entity =
      (bearer && completed(plan, bearer, given)) ??
      adopted(plan, all, given) ??
      created(plan, given, episode, newId);
    known.set(entity.id, entity);
    plan.entities.push(entity);
    const { start, end } = given;
    const spans =
      start === undefined || end === undefined ? spansOfName(entity, episode.userMessage) : [{ start, end }];
    for (const span of spans.slice(0, MENTIONS_MAX))
      plan.mutations.push({ op: "mention.put", episodeId: episode.id, entityId: entity.id, ...span });
  }
  return plan;
}

const MENTIONS_MAX = 8;

function isNamed({ aliases }: Entity, name: string): boolean {
  return aliases.some(({ alias }) => foldName(alias) === foldName(name));
}

/** An entity known by its id alone gains the name and the type that a program gives. */
function completed(plan: IdPlan, entity: Entity, { id, name, type }: GivenId): Entity {
  const set: EntityPatch = {
    ...(name !== undefined && entity.name === id ? { name } : {}),
    ...(entity.type === RECORD && type !== RECORD ? { type } : {}),
  };
  if (name !== undefined && !isNamed(entity, name))
    plan.mutations.push({ op: "entity.alias", id: entity.id, alias: { alias: name, kind: "name" } });
  if (Object.keys(set).length > 0) plan.mutations.push({ op: "entity.patch", id: entity.id, set });
  return { ...entity, ...set };
}

/** The only entity of this name gains the key, unless it has another id in that system. */
function adopted(plan: IdPlan, known: Entity[], { system, id, name }: GivenId): Entity | null {
  const key = { system, id };
  const bearers = known.filter(
    (one) =>
      !one.isSelf &&
      (isNamed(one, id) || (name !== undefined && isNamed(one, name))) &&
      !haveDifferentIds(one, { externalKeys: [key] }),
  );
  const [entity] = bearers;
  if (entity === undefined || bearers.length > 1) return null;
  const externalKeys = [...entity.externalKeys, key];
  plan.mutations.push(
    { op: "entity.alias", id: entity.id, alias: { alias: id, kind: "name" } },
    { op: "entity.patch", id: entity.id, set: { externalKeys } },
  );
  return { ...entity, externalKeys };
}

function created(plan: IdPlan, given: GivenId, episode: Episode, newId: NewId): Entity {
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
