import type { Fact } from "../../../domain/model/fact.ts";
import { contentWords } from "../../../language/stems.ts";
import { sharesTurn } from "../../../domain/belief/consistency.ts";
import { mayReplace } from "../../../domain/belief/reconciliation.ts";
import { familyNames } from "../../../domain/belief/predicate.ts";
import { statementSimilarity } from "../../../domain/belief/statement-similarity.ts";
import { BELIEVED_STATUSES } from "../../../domain/model/status.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import type { EmbedStatement } from "../../embedding/query-vectors.ts";
import { likeness } from "../../embedding/scale.ts";

export interface NearbyDeps {
  user: UserStore;
  /** The entity of "I" and "my", of which too much is known to read it all. */
  selfId: string;
  /** Null without an embedder: then words alone tell what is near. */
  embedStatement: EmbedStatement;
}

/** Known statements that one new one is held against. */
const NEAREST_MAX = 6;
/** Below this two statements share next to nothing. */
const LIKENESS_MIN = 0.25;
/** Two statements of one turn share words by nature: only those that say nearly the same are asked about. */
const WITHIN_TURN_MIN = 0.75;
/** What one turn tells to be over: a shared thing is enough to ask, "We had a dog, Rex. Rex died." */
const ENDED_WITHIN_TURN_MIN = 0.15;
/** Facts read for one new statement, each way. */
const OF_ENTITY_MAX = 80;
const OF_RELATION_MAX = 30;
const BY_WORDS_MAX = 24;
const BY_VECTOR_MAX = 12;
/** Likeness of a statement's vector from which it is looked at: halfway from unrelated to the same. */
const ALIKE_MIN = 0.5;
/** Words the store searches by. */
const TERMS_MAX = 24;

/**
 * Known statements that a new one may change, nearest first: of the same things, of the same relation, with the same
 * words, or near by their vectors; under whatever predicate. `siblings`: what was told before it in the same turn.
 * `before`: what is about to be believed of earlier turns.
 */
export async function nearestKnownFacts(
  deps: NearbyDeps,
  fact: Fact,
  siblings: readonly Fact[],
  before: readonly Fact[],
): Promise<Fact[]> {
  const awaited = before.filter((known) => mayBeNear(deps, fact, known));
  const pool = [...(await poolOf(deps, fact)), ...awaited, ...siblings];
  const similarity = statementSimilarity([fact, ...pool]);
  return pool
    .map((known) => ({ known, near: similarity(fact, known) }))
    .filter(({ known, near }) => near >= leastLikeness(fact, known))
    .sort((a, b) => b.near - a.near)
    .slice(0, NEAREST_MAX)
    .map(({ known }) => known);
}

function leastLikeness(fact: Fact, known: Fact): number {
  if (!sharesTurn(fact, known)) return LIKENESS_MIN;
  return mayReplace(fact, known) ? ENDED_WITHIN_TURN_MIN : WITHIN_TURN_MIN;
}

/** What the store would find once it is believed, but for vectors. */
function mayBeNear({ selfId }: NearbyDeps, fact: Fact, known: Fact): boolean {
  const things = new Set([fact.subjectId, fact.objectId].filter((id) => id !== null && id !== selfId));
  if (things.has(known.subjectId) || (known.objectId !== null && things.has(known.objectId))) return true;
  if (known.subjectId === fact.subjectId && familyNames(fact.predicate).includes(known.predicate))
    return true;
  const words = new Set(contentWords(`${known.text} ${known.value ?? ""}`));
  return contentWords(`${fact.text} ${fact.value ?? ""}`).some((word) => words.has(word));
}

async function poolOf(deps: NearbyDeps, fact: Fact): Promise<Fact[]> {
  const found = await Promise.all([
    factsOfEntities(deps, [fact.subjectId, fact.objectId]),
    ofRelation(deps.user, fact),
    byWords(deps.user, fact),
    factsByVector(deps, fact),
  ]);
  const pool = new Map(found.flat().map((known) => [known.id, known]));
  pool.delete(fact.id);
  return [...pool.values()];
}

export async function factsOfEntities(
  { user, selfId }: NearbyDeps,
  ids: readonly (string | null)[],
): Promise<Fact[]> {
  const entityIds = [...new Set(ids)].filter((id) => id !== null && id !== selfId) as string[];
  if (entityIds.length === 0) return [];
  return user.facts({ entityIds, role: "either", statuses: BELIEVED_STATUSES, limit: OF_ENTITY_MAX });
}

function ofRelation(user: UserStore, { subjectId, predicate }: Fact): Promise<Fact[]> {
  return user.facts({
    entityIds: [subjectId],
    role: "subject",
    predicates: familyNames(predicate),
    statuses: BELIEVED_STATUSES,
    limit: OF_RELATION_MAX,
  });
}

function byWords(user: UserStore, { text, value }: Fact): Promise<Fact[]> {
  return factsByTerms(user, contentWords(`${text} ${value ?? ""}`));
}

/** Believed statements with these words. */
export async function factsByTerms(user: UserStore, words: readonly string[]): Promise<Fact[]> {
  const terms = [...new Set(words)].slice(0, TERMS_MAX);
  if (terms.length === 0) return [];
  const hits = await user.search({
    terms,
    kinds: ["fact"],
    limit: BY_WORDS_MAX,
    statuses: BELIEVED_STATUSES,
  });
  return believed(
    user,
    hits.map(({ id }) => id),
  );
}

export async function factsByVector({ user, embedStatement }: NearbyDeps, { text }: Fact): Promise<Fact[]> {
  const query = await embedStatement(text);
  if (query === null) return [];
  const hits = await user.nearest({
    ...query,
    kinds: ["fact"],
    limit: BY_VECTOR_MAX,
    statuses: BELIEVED_STATUSES,
  });
  const alike = hits?.filter(({ score }) => likeness(query.scale, score) >= ALIKE_MIN) ?? [];
  return believed(
    user,
    alike.map(({ id }) => id),
  );
}

async function believed(user: UserStore, ids: string[]): Promise<Fact[]> {
  const facts = ids.length === 0 ? [] : await user.factsById(ids);
  return facts.filter(({ status }) => BELIEVED_STATUSES.includes(status));
}
