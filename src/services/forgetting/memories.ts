import { saidAt } from "../../domain/belief/consistency.ts";
import type { Episode } from "../../domain/model/episode.ts";
import { sideOf, turnsBehind, type Fact, type SpanOfTurn } from "../../domain/model/fact.ts";
import type { Review } from "../../domain/model/review.ts";
import { contentWords } from "../../language/stems.ts";
import { statementSimilarity } from "../../domain/belief/statement-similarity.ts";
import { STATUSES } from "../../domain/model/status.ts";
import { bareName, foldName, sentences, words } from "../../language/text.ts";
import type { Instant } from "../../domain/model/time.ts";
import type { TextHit, TextQuery, UserStore, VectorHit } from "../../ports/memory-store.ts";
import type { EmbedQuery, QueryVector } from "../embedding/query-vectors.ts";
import { isNear } from "../embedding/scale.ts";
import { factsOfEntities } from "../facts-of.ts";
import { distinctById } from "../collections.ts";

/** A span in one part of a turn. */
export interface TurnWords extends SpanOfTurn {
  episodeId: string;
}

/** Something an intent to forget may mean: a statement, words of a turn, a name, or everything. */
export type Forgettable = { id: string; text: string; at: Instant } & (
  | { kind: "fact"; fact: Fact }
  | { kind: "words"; words: TurnWords }
  /** The name of an entity about which nothing else is to be known either. */
  | { kind: "name" }
  | { kind: "everything" }
);

/** The id for everything known; it is only ever asked about. */
export const EVERYTHING = "everything";

export interface MemoryDeps {
  user: UserStore;
  embedQuery: EmbedQuery;
}

/** Memories given to the model at once; an intent is about one matter, and its words find it. */
const MEMORIES_MAX = 72;
const FACTS_MAX = 60;
/** Newest statements included regardless of words: "the money I lent" may be stored as a sum. */
const NEWEST_MAX = 200;
/** Score share of a statement from the same turn as one that shares words with the intent. */
const SAME_TURN_SHARE = 0.5;
/** Hits per search. */
const BY_WORDS_MAX = 20;
const BY_VECTOR_MAX = 12;
/** Turns whose other statements and words are included. */
const TURNS_MAX = 12;
/** Turns before the intent: "forget that" means one of them. */
const BEFORE_MAX = 4;
const FACTS_OF_TURNS_MAX = 120;
const FACTS_OF_NAMED_MAX = 40;
const TERMS_MAX = 24;
const NAME_WORDS_MAX = 3;

/**
 * Candidates for an intent to forget, found by its words, names and vector: statements of every status, other content
 * of their turns, and sentences without a statement. The model decides which of them are meant.
 */
export async function memoriesFor(deps: MemoryDeps, asked: Episode, query: string): Promise<Forgettable[]> {
  const { user } = deps;
  const [found, turnIds, newest] = await Promise.all([
    factsFor(deps, query),
    turnsFor(user, asked, query),
    user.facts({ statuses: STATUSES, limit: NEWEST_MAX }),
  ]);
  const ids = [...new Set([asked.id, ...turnIds, ...turnsBehind(found)])].slice(0, TURNS_MAX + 1);
  const [turns, ofSameTurns] = await Promise.all([
    user.episodesById(ids),
    user.facts({ episodeIds: ids, statuses: STATUSES, limit: FACTS_OF_TURNS_MAX }),
  ]);
  const facts = distinctById([...found, ...ofSameTurns, ...newest]);
  const sayings = turns
    .filter((turn) => turn.id !== asked.id)
    .flatMap((turn) => unextractedSentences(turn, facts, query));
  return [...nearestTo(query, facts).map(ofFact), ...sayings]
    .slice(0, MEMORIES_MAX)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** All content of one turn: the statements with evidence in it, and its words. */
export async function ofTurn(user: UserStore, turn: Episode): Promise<Forgettable[]> {
  const facts = await user.facts({ episodeIds: [turn.id], statuses: STATUSES, limit: FACTS_OF_TURNS_MAX });
  return [...facts.map(ofFact), ofWords(turn, { part: "user", start: 0, end: turn.userMessage.length })];
}

export function ofWords(turn: Episode, span: SpanOfTurn): Forgettable {
  const words = { episodeId: turn.id, ...span };
  return { kind: "words", id: wordsId(words), text: textOf(turn, span), at: turn.occurredAt, words };
}

export function textOf(
  turn: Pick<Episode, "userMessage" | "assistantReply">,
  { part, start, end }: SpanOfTurn,
): string {
  return sideOf(turn, part).slice(start, end);
}

/** Statements that share words with the intent come first, then those from the same turns. */
function nearestTo(query: string, facts: readonly Fact[]): Fact[] {
  const intent = { id: "wish", subjectId: "", objectId: null, predicate: "", value: null, text: query };
  const similarity = statementSimilarity([intent, ...facts]);
  const near = new Map(facts.map((fact) => [fact, similarity(intent, fact)]));
  const turns = new Map<string, number>();
  for (const [fact, value] of near)
    for (const { episodeId } of fact.evidence)
      turns.set(episodeId, Math.max(turns.get(episodeId) ?? 0, value));
  const rank = (fact: Fact): number =>
    (near.get(fact) ?? 0) +
    SAME_TURN_SHARE * Math.max(0, ...fact.evidence.map((e) => turns.get(e.episodeId) ?? 0));
  return facts.toSorted((a, b) => rank(b) - rank(a)).slice(0, FACTS_MAX);
}

export function ofFact(fact: Fact): Forgettable {
  return { kind: "fact", id: fact.id, text: fact.text, at: saidAt(fact), fact };
}

async function factsFor({ user, embedQuery }: MemoryDeps, query: string): Promise<Fact[]> {
  const [hits, named, vector] = await Promise.all([
    hitsOf(user, ["fact"], termsOf(query), BY_WORDS_MAX),
    factsOfNamed(user, query, FACTS_OF_NAMED_MAX),
    embedQuery(query),
  ]);
  const near = vector === null ? [] : await factsNear(user, vector);
  const ids = [...hits, ...near].map(({ id }) => id);
  return [...(await user.factsById([...new Set(ids)])), ...named];
}

/** Statements and turns that contain any of the words, best first. */
export async function hitsOf(
  user: UserStore,
  kinds: TextQuery["kinds"],
  terms: readonly string[],
  limit: number,
  notEpisodeIds: string[] = [],
): Promise<TextHit[]> {
  if (terms.length === 0) return [];
  const query = { kinds, limit, statuses: STATUSES, notEpisodeIds };
  return user.search({ ...query, terms: terms.slice(0, TERMS_MAX) });
}

async function factsNear(user: UserStore, { scale, ...vector }: QueryVector): Promise<VectorHit[]> {
  const query = { ...vector, kinds: ["fact" as const], limit: BY_VECTOR_MAX, statuses: STATUSES };
  const hits = (await user.nearest(query)) ?? [];
  return hits.filter(({ score }) => isNear(scale, score));
}

function termsOf(query: string): string[] {
  return [...new Set(contentWords(query))];
}

/** Facts about the entities the intent names. */
export async function factsOfNamed(user: UserStore, query: string, limit: number): Promise<Fact[]> {
  const hits = await user.entitiesByAlias(namesIn(query));
  const entityIds = [...new Set(hits.filter(({ entity }) => !entity.isSelf).map(({ entity }) => entity.id))];
  if (entityIds.length === 0) return [];
  return factsOfEntities(user, entityIds, STATUSES, limit);
}

function namesIn(query: string): string[] {
  const all = words(query);
  const names = new Set<string>();
  for (let length = 1; length <= NAME_WORDS_MAX; length++)
    for (let at = 0; at + length <= all.length; at++) {
      const name = all.slice(at, at + length).join(" ");
      names.add(foldName(name)).add(bareName(name));
    }
  return [...names].filter((name) => name !== "").slice(0, 256);
}

/** Turns with the words of the intent, and those right before it. */
async function turnsFor(user: UserStore, asked: Episode, query: string): Promise<string[]> {
  const [hits, before] = await Promise.all([
    hitsOf(user, ["episode"], termsOf(query), TURNS_MAX - BEFORE_MAX, [asked.id]),
    user.neighbours([asked.id], BEFORE_MAX),
  ]);
  const earlier = before.filter(({ ordinal }) => ordinal < asked.ordinal).map(({ id }) => id);
  return [...earlier, ...hits.map(({ id }) => id)];
}

/** User sentences that share a word with the intent and are not evidence for a statement. */
function unextractedSentences(turn: Episode, facts: readonly Fact[], query: string): Forgettable[] {
  const asked = new Set(contentWords(query));
  const evidence = facts.flatMap((fact) => fact.evidence.filter(({ episodeId }) => episodeId === turn.id));
  return sentences(turn.userMessage).flatMap(({ start, end }): Forgettable[] => {
    const text = turn.userMessage.slice(start, end);
    const isTold = evidence.some((e) => e.part === "user" && e.start < end && e.end > start);
    if (isTold || !contentWords(text).some((word) => asked.has(word))) return [];
    return [{ ...ofWords(turn, { part: "user", start, end }), text: `the user said: "${text}"` }];
  });
}

function wordsId({ episodeId, part, start, end }: TurnWords): string {
  return `${episodeId}.${part}.${start}.${end}`;
}

/** The words that a question to the owner is about; null if it is about anything else. */
export function wordsOf({ reason, right }: Pick<Review, "reason" | "right">): TurnWords | null {
  if (reason !== "words" && reason !== "maybe") return null;
  const [episodeId = "", part, start, end] = right.split(".");
  if (part !== "user" && part !== "assistant") return null;
  return { episodeId, part, start: Number(start), end: Number(end) };
}

export function isAboutFact(review: Pick<Review, "reason" | "right">): boolean {
  const { reason, right } = review;
  return reason === "statement" || (reason === "maybe" && wordsOf(review) === null && right !== EVERYTHING);
}
