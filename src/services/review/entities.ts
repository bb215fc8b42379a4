import type { Alias, Entity, ExternalKey } from "../../domain/model/entity.ts";
import { shareId } from "../../domain/grounding/external-ids.ts";
import type { EntityPatch, Mutation } from "../../domain/model/mutation.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { findAllWords, foldName, words } from "../../language/text.ts";
import { EngramError, invalidField } from "../../errors.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { factsOfEntities } from "../facts-of.ts";

export interface EntityCorrection {
  name?: string | undefined;
  type?: string | undefined;
  /** Replaces the existing ones; its name is always an alias. */
  aliases?: string[] | undefined;
  /** Replaces the existing ones; each id is an alias too. */
  externalKeys?: ExternalKey[] | undefined;
}

/** Facts whose sentences are searched for the old name. */
const FACTS_MAX = 5_000;

/**
 * The owner corrects an entity's name, type or aliases. Its facts switch to the new name; the old one stays an alias
 * unless others are given. Throws `conflict` for the user's own entity and for a forgotten name.
 */
export async function correctEntity(
  user: UserStore,
  entity: Entity,
  { name = entity.name, type, aliases, externalKeys }: EntityCorrection,
  runId: string,
): Promise<void> {
  const { id, status, isSelf } = entity;
  if (isSelf) throw new EngramError("conflict", "It stands for you; state what you are called as a fact");
  const bearer = await bearerOf(user, entity, externalKeys);
  if (bearer !== null)
    throw invalidField("externalKeys", `${bearer.name} (id ${bearer.id}) has one of them: merge the two`);
  const ids = (externalKeys ?? []).map(({ id }): Alias => ({ alias: id, kind: "name" }));
  const set: EntityPatch = {
    name,
    aliases: distinctNames([...namesAfter(entity, name, aliases), ...ids]),
    ...(externalKeys === undefined ? {} : { externalKeys }),
    ...(type === undefined ? {} : { type }),
    ...(status === "staged" ? { status: "verified", confidence: 1 } : {}),
  };
  const reworded = name === entity.name ? [] : await rewordedFacts(user, entity, name);
  await user.apply({
    actor: "user",
    reason: "corrected",
    runId,
    whole: true,
    mutations: [{ op: "entity.patch", id, set }, ...reworded],
  });
}

function namesAfter(entity: Entity, name: string, given?: string[]): Alias[] {
  const known = new Map(entity.aliases.map((alias) => [foldName(alias.alias), alias]));
  const others = given?.map((alias) => known.get(foldName(alias)) ?? { alias, kind: "nickname" as const });
  const kept: Alias[] = others ?? [{ alias: entity.name, kind: "name" }, ...entity.aliases];
  const all: Alias[] = [{ alias: name, kind: "name" }, ...kept];
  return distinctNames(all);
}

function distinctNames(all: Alias[]): Alias[] {
  return [...new Map(all.toReversed().map((one) => [foldName(one.alias), one])).values()].toReversed();
}

/** Another entity with one of these ids. */
async function bearerOf(user: UserStore, entity: Entity, keys: ExternalKey[] = []): Promise<Entity | null> {
  const hits = await user.entitiesByAlias(keys.map(({ id }) => id));
  const other = hits.find(
    (hit) => hit.entity.id !== entity.id && shareId(hit.entity, { externalKeys: keys }),
  );
  return other?.entity ?? null;
}

async function rewordedFacts(user: UserStore, { id, name }: Entity, newName: string): Promise<Mutation[]> {
  const facts = await factsOfEntities(user, [id], STATUSES, FACTS_MAX);
  return facts.flatMap(({ id, text }): Mutation[] => {
    const said = findAllWords(text, words(name)).reduceRight(
      (rest, { start, end }) => rest.slice(0, start) + newName + rest.slice(end),
      text,
    );
    return said === text ? [] : [{ op: "fact.patch", id, set: { text: said } }];
  });
}
