import type { Fact } from "../../../domain/model/fact.ts";
import { contentWords } from "../../../language/stems.ts";
import { sharesTurn } from "../../../domain/belief/consistency.ts";
import { mayReplace } from "../../../domain/belief/reconciliation.ts";
import { familyNames, topicOf } from "../../../domain/belief/predicate.ts";
import { statementSimilarity } from "../../../domain/belief/statement-similarity.ts";
import { BELIEVED_STATUSES } from "../../../domain/model/status.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { EmbedStatement } from "../../embedding/query-vectors.ts";
import { likeness } from "../../embedding/scale.ts";
import { factsOfEntities } from "../../facts-of.ts";
import { byId, distinctById } from "../../collections.ts";
import type { Pair } from "./questions.ts";

export interface NearbyDeps {
  user: UserStore;
  /** The entity of "I" and "my", about which there are too many facts to read them all. */
  selfId: string;
  /** Null without an embedder: similarity is then by words alone. */
  embedStatement: EmbedStatement;
}

/** Maximum number of known statements that a new one is compared with. */
const NEAREST_MAX = 6;
/** Below this, two statements have almost nothing in common. */
const LIKENESS_MIN = 0.25;
/** Statements of one turn naturally share words, so only near-duplicates are asked about. */
const WITHIN_TURN_MIN = 0.75;
/** For a turn that reports an ending, a shared entity is enough: "We had a dog, Rex. Rex died." */
const ENDED_WITHIN_TURN_MIN = 0.15;
/** Facts read for one new statement, by each route. */
const OF_ENTITY_MAX = 80;
const OF_RELATION_MAX = 30;
const BY_WORDS_MAX = 24;
const BY_VECTOR_MAX = 12;
/** Minimum vector likeness: halfway between unrelated and identical. */
const ALIKE_MIN = 0.5;
/** Maximum number of terms in a store search. */
const TERMS_MAX = 24;

/**
 * Known statements that the new ones of a turn may change, nearest first, whatever their predicate: about the same entities, of
 * the same relation, with the same words or with near vectors. Statements made earlier in the turn are known to later ones.
 * `before`: statements of earlier turns about to be believed. `believed`: facts with the subjects and relations of the turn.
 */
export async function nearestKnownFacts(
  deps: NearbyDeps,
  told: readonly Fact[],
  { before, believed }: { before: readonly Fact[]; believed: readonly Fact[] },
): Promise<Pair[]> {
  const pools = await storedPools(deps, told, believed);
  return told.flatMap((fact, at) => {
    const stored = pools[at]?.filter(({ id }) => id !== fact.id) ?? [];
    const awaited = before.filter((known) => mayBeNear(deps, fact, known));
    const pool = [...stored, ...awaited, ...told.slice(0, at)];
    const similarity = statementSimilarity([fact, ...pool]);
    return pool
      .map((one) => ({ one, near: similarity(fact, one) }))
      .filter(({ one, near }) => near >= leastLikeness(fact, one))
      .sort((a, b) => b.near - a.near)
      .slice(0, NEAREST_MAX)
      .map(({ one }): Pair => ({ newer: fact, older: one }));
  });
}

function leastLikeness(fact: Fact, known: Fact): number {
  if (!sharesTurn(fact, known)) return mayDependOn(fact, known) ? 0 : LIKENESS_MIN;
  return mayReplace(fact, known) ? ENDED_WITHIN_TURN_MIN : WITHIN_TURN_MIN;
}

/** "A foreman in Sioux Falls from August" shares no word with "works at the Bobcat plant". */
function mayDependOn(fact: Fact, known: Fact): boolean {
  const topic = topicOf(known.predicate);
  const isOfTopic = topic === "work" || topic === "home";
  return (
    fact.change !== "none" &&
    fact.subjectId === known.subjectId &&
    isOfTopic &&
    topicOf(fact.predicate) === topic
  );
}

/** The matches the store would find once the fact is believed, except by vector. */
function mayBeNear({ selfId }: NearbyDeps, fact: Fact, known: Fact): boolean {
  const things = new Set([fact.subjectId, fact.objectId].filter((id) => id !== null && id !== selfId));
  if (things.has(known.subjectId) || (known.objectId !== null && things.has(known.objectId))) return true;
  if (known.subjectId === fact.subjectId && familyNames(fact.predicate).includes(known.predicate))
    return true;
  const words = new Set(contentWords(`${known.text} ${known.value ?? ""}`));
  return contentWords(`${fact.text} ${fact.value ?? ""}`).some((word) => words.has(word));
}

/** Statements of one turn share entities, so each query is sent to the store only once. */
async function storedPools(
  deps: NearbyDeps,
  told: readonly Fact[],
  believed: readonly Fact[],
): Promise<Fact[][]> {
  const asked = new Map<string, Promise<Fact[]>>();
  const ofThings = ({ subjectId, objectId }: Fact): Promise<Fact[]> => {
    const key = `${subjectId} ${objectId}`;
    const known = asked.get(key) ?? believedFactsOf(deps, [subjectId, objectId]);
    asked.set(key, known);
    return known;
  };
  const found: { facts: Fact[]; ids: string[] }[] = [];
  for (const fact of told) {
    const { text, value } = fact;
    const [things, worded, alike] = await Promise.all([
      ofThings(fact),
      idsByWords(deps.user, contentWords(`${text} ${value ?? ""}`)),
      idsByVector(deps, fact),
    ]);
    found.push({ facts: [...things, ...relatedFacts(fact, believed)], ids: [...worded, ...alike] });
  }
  const read = await believedById(
    deps.user,
    found.flatMap(({ ids }) => ids),
  );
  return found.map(({ facts, ids }) => {
    return distinctById([...facts, ...ids.flatMap((id) => read.get(id) ?? [])]);
  });
}

export async function believedFactsOf(
  { user, selfId }: NearbyDeps,
  ids: readonly (string | null)[],
): Promise<Fact[]> {
  const entityIds = [...new Set(ids)].filter((id) => id !== null && id !== selfId) as string[];
  if (entityIds.length === 0) return [];
  return factsOfEntities(user, entityIds, BELIEVED_STATUSES, OF_ENTITY_MAX);
}

function relatedFacts({ subjectId, predicate }: Fact, believed: readonly Fact[]): Fact[] {
  const family = new Set(familyNames(predicate));
  const related = believed.filter(
    (known) =>
      known.subjectId === subjectId &&
      family.has(known.predicate) &&
      BELIEVED_STATUSES.includes(known.status),
  );
  return related.slice(0, OF_RELATION_MAX);
}

/** Ids of believed statements with these words. */
export async function idsByWords(user: UserStore, words: readonly string[]): Promise<string[]> {
  const terms = [...new Set(words)].slice(0, TERMS_MAX);
  if (terms.length === 0) return [];
  const query = { terms, kinds: ["fact" as const], limit: BY_WORDS_MAX, statuses: BELIEVED_STATUSES };
  return (await user.search(query)).map(({ id }) => id);
}

/** Ids of believed statements with near vectors. */
export async function idsByVector({ user, embedStatement }: NearbyDeps, { text }: Fact): Promise<string[]> {
  const query = await embedStatement(text);
  if (query === null) return [];
  const kinds = ["fact" as const];
  const hits = await user.nearest({ ...query, kinds, limit: BY_VECTOR_MAX, statuses: BELIEVED_STATUSES });
  const alike = hits?.filter(({ score }) => likeness(query.scale, score) >= ALIKE_MIN) ?? [];
  return alike.map(({ id }) => id);
}

export async function believedById(user: UserStore, ids: readonly string[]): Promise<Map<string, Fact>> {
  const facts = ids.length === 0 ? [] : await user.factsById([...new Set(ids)]);
  return byId(facts.filter(({ status }) => BELIEVED_STATUSES.includes(status)));
}
