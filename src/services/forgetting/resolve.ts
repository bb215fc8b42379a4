import type { Entity } from "../../domain/model/entity.ts";
import { isSomebody } from "../../domain/model/entity-type.ts";
import { turnsBehind, type Fact } from "../../domain/model/fact.ts";
import { kinPredicate } from "../../domain/belief/kinship.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { connectedBy } from "../collections.ts";
import { hasFormOf } from "../intents/stem-set.ts";
import { targetFacts, type TargetFact } from "./target-facts.ts";
import { entitiesNamedIn, type NamedEntities } from "./named-entities.ts";
import type { Target } from "../intents/target.ts";

/** The meaning of an intent to forget: plainly one thing, several, or nothing that is remembered. */
export interface ResolvedTarget {
  kind: "clear" | "several" | "none";
  facts: Fact[];
  /** It names an entity, or something of the user's: not a figure of speech. */
  isNamed: boolean;
  /** It is the user's own, and no one else's is meant. */
  isOwn: boolean;
  /** Words that identify a sentence about it. */
  topic: string[];
  /** The one person or animal meant, and nothing else. */
  somebody: Entity | null;
}

/** Finds the facts a target means, of any status, by exact words. Read-only. */
export async function resolveTarget(user: UserStore, target: Target): Promise<ResolvedTarget> {
  const known = await targetFacts(user, target);
  const named = await entitiesNamedIn(user, target, known);
  const about = wordsAbout(target, named);
  const isAboutSomebody = named.some(({ entities }) => entities.some(isSomebody));
  const isOwn = target.isOwn && !isAboutSomebody;
  const core = about.length + named.length === 0 ? [] : holding(owned(known, named, isOwn), about);
  const [only = null, ...others] = named.flatMap(({ entities }) => entities);
  const base = {
    isNamed: isAboutSomebody || isOwn,
    isOwn,
    topic: [...new Set([...named.flatMap((one) => one.topic), ...about])],
    somebody:
      about.length === 0 && named.length === 1 && others.length === 0 && isAboutSomebody ? only : null,
  };
  const facts = core.map(({ fact }) => fact);
  if (core.length === 0) return { ...base, kind: "none", facts };
  // "Annelie's sister" is someone else, whom facts about Annelie may mention.
  if (isAboutSomebody && about.some((word) => kinPredicate(word) !== null))
    return { ...base, kind: "several", facts };
  const isWhole = isAboutSomebody && (target.scope !== "named" || about.length > 0);
  return { ...base, kind: isOneThing(core, named, isWhole) ? "clear" : "several", facts };
}

/** The words other than names; "my boss Tom" is Tom alone. */
function wordsAbout({ content, names, isOwn }: Target, named: readonly NamedEntities[]): string[] {
  const naming = new Set(named.flatMap(({ words }) => words));
  const isApposed = (word: string): boolean =>
    isOwn && named.some(({ words }) => names.includes(`${word} ${words[0] ?? ""}`));
  return content.filter((word) => !naming.has(word) && !isApposed(word));
}

/** Facts about all named entities; only the user's if it is the user's own. */
function owned(known: TargetFact[], named: readonly NamedEntities[], isOwn: boolean): TargetFact[] {
  return known.filter(
    ({ entities }) =>
      (!isOwn || entities[0]?.isSelf === true) &&
      named.every((one) => one.entities.some(({ id }) => entities.some((entity) => entity.id === id))),
  );
}

/** Facts that state all of the words, else those whose evidence contains them. */
function holding(known: TargetFact[], words: readonly string[]): TargetFact[] {
  const stating = known.filter(({ stated }) => words.every((word) => hasFormOf(word, stated)));
  return stating.length > 0
    ? stating
    : known.filter(({ told }) => words.every((word) => hasFormOf(word, told)));
}

/** A name alone means everything known about it only up to this many facts. */
const LONE_FACTS_MAX = 3;

/** Whether plainly one thing is meant: one statement, one whole person, or the content of one turn. */
function isOneThing(core: TargetFact[], named: readonly NamedEntities[], isWhole: boolean): boolean {
  const facts = core.map(({ fact }) => fact);
  const shared = named.find(({ entities }) => entities.length > 1);
  const bearers = (shared?.entities ?? []).filter(({ id }) =>
    core.some(({ entities }) => entities.some((entity) => entity.id === id)),
  );
  if (bearers.length > 1) return false;
  if (isWhole || isOneStatement(facts)) return true;
  const isMuch = facts.length > LONE_FACTS_MAX || turnsBehind(facts).size > 1;
  return isOneTelling(facts) && (named.length === 0 || !isMuch);
}

/** The same thing said several times, or with a newer value: one subject, one predicate. */
function isOneStatement(facts: readonly Fact[]): boolean {
  return new Set(facts.map(({ subjectId, predicate }) => `${subjectId}/${predicate}`)).size === 1;
}

/** Stated in one turn, or linked by turns that state several of them. */
function isOneTelling(facts: readonly Fact[]): boolean {
  return connectedBy(facts, (fact) => [fact.id, ...turnsBehind([fact])]).length === 1;
}
