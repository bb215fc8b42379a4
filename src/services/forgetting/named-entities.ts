import { namesOf, type Entity } from "../../domain/model/entity.ts";
import { isSomebody } from "../../domain/model/entity-type.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import { foldName, words as wordsOf } from "../../language/text.ts";
import type { AliasHit, UserStore } from "../../ports/memory-store.ts";
import { hasFormOf } from "../intents/stem-set.ts";
import type { TargetFact } from "./target-facts.ts";
import type { Target } from "../intents/target.ts";
import { distinctById } from "../collections.ts";

/** Entities named by a target; several if they share the name or the role. */
export interface NamedEntities {
  entities: Entity[];
  /** Words of the target that name it. */
  words: string[];
  /** Words that identify a sentence about them. */
  topic: string[];
}

/**
 * The entities a target names: by name or alias, else by a unique word of the name, else by the relation to the user
 * ("my sister"). A role next to a name only clarifies who is meant.
 */
export async function entitiesNamedIn(
  user: UserStore,
  target: Target,
  known: readonly TargetFact[],
): Promise<NamedEntities[]> {
  const hits = await user.entitiesByAlias(target.names);
  const byName = byAlias(hits.filter(({ entity, alias, kind }) => isName(entity) && !isRole(kind, alias)));
  const used = new Set(byName.flatMap((one) => one.words));
  const left = target.content.filter((word) => !used.has(word));
  const named = [...byName, ...left.flatMap((word) => byNameWord(word, known))].map((one) => ({
    ...one,
    entities: calledBy(left, one.entities),
  }));
  if (named.some(({ entities }) => entities.some(isSomebody))) return named;
  return [...named, ...left.flatMap((word) => byRole(word, known, hits))];
}

/** Of several with one name those whose role is named, too: "my aunt Anna" is not the sister of that name. */
function calledBy(roles: readonly string[], bearers: Entity[]): Entity[] {
  const called = bearers.filter(({ aliases }) =>
    aliases.some(({ alias, kind }) => isRole(kind, alias) && roles.includes(foldName(alias))),
  );
  return called.length > 0 ? called : bearers;
}

function isRole(kind: AliasHit["kind"], alias: string): boolean {
  return kind === "role" || kinPredicate(foldName(alias)) !== null;
}

/** An entity called by a common word ("clinic", "money") is a topic, not a name. */
function isName(entity: Entity): boolean {
  return !entity.isSelf && (isSomebody(entity) || namesOf(entity).some((name) => /\p{Lu}/u.test(name)));
}

/** Longest names first: "Annelie Berger" is not another Annelie. */
function byAlias(hits: readonly AliasHit[]): NamedEntities[] {
  const named: NamedEntities[] = [];
  const taken = new Set<string>();
  const aliases = [...new Set(hits.map(({ alias }) => foldName(alias)))];
  for (const alias of aliases.sort((a, b) => b.length - a.length)) {
    const words = wordsOf(alias);
    if (words.every((word) => taken.has(word))) continue;
    for (const word of words) taken.add(word);
    const bearers = hits.filter((hit) => foldName(hit.alias) === alias).map(({ entity }) => entity);
    named.push({ entities: distinctById(bearers), words, topic: words });
  }
  return named;
}

/** "Annelie" for "Annelie Berger". */
function byNameWord(word: string, known: readonly TargetFact[]): NamedEntities[] {
  const bearers = distinctById(known.flatMap(({ entities }) => entities)).filter(
    (entity) => isName(entity) && kinPredicate(word) === null && wordsOf(entity.name).includes(word),
  );
  return bearers.length === 0 ? [] : [{ entities: bearers, words: [word], topic: [word] }];
}

/** Entities the user calls by that word: it must match exactly, so that "my dog" never means the cat. */
function byRole(word: string, known: readonly TargetFact[], hits: readonly AliasHit[]): NamedEntities[] {
  const predicate = kinPredicate(word);
  if (predicate === null) return [];
  const kin = known.filter(({ fact, entities }) => fact.predicate === predicate && entities[0]?.isSelf);
  const stated = kin.filter((one) => hasFormOf(word, one.stated));
  const told = stated.length > 0 ? stated : kin.filter((one) => hasFormOf(word, one.told));
  const called = hits.filter(({ alias, entity }) => foldName(alias) === word && !entity.isSelf);
  const bearers = distinctById(
    told.length > 0 ? told.flatMap(({ entities }) => entities.slice(1)) : called.map(({ entity }) => entity),
  );
  if (bearers.length === 0) return [];
  return [{ entities: bearers, words: [word], topic: bearers.flatMap(({ name }) => wordsOf(name)) }];
}
