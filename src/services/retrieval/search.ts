import type { Community } from "../../domain/community.ts";
import type { Entity } from "../../domain/entity.ts";
import type { Episode, RecalledEvidence } from "../../domain/episode.ts";
import type { Fact } from "../../domain/fact.ts";
import { recalledEvidence } from "../../domain/recalled.ts";
import { beginning, sameObject } from "../../domain/consistency.ts";
import { cardinality, predicateFamily } from "../../domain/predicate.ts";
import { HISTORICAL_STATUSES, type Status } from "../../domain/status.ts";
import { contentWords } from "../../domain/language.ts";
import { REDACTED } from "../../domain/tombstone.ts";
import { clip, sentences, words } from "../../domain/text.ts";
import { hiddenTurns } from "../forgetting/put-away.ts";
import { isDenial } from "../../domain/grounding.ts";
import { holdsAt, plusMs, type Instant } from "../../domain/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EmbedQuery } from "../embedding/query-vectors.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { Known, UserStore } from "../../ports/memory-store.ts";
import { evidenceShare, type FoundText, type Named } from "./evidence.ts";
import { heldDuring } from "./held.ts";
import { inDialogues, type LaneHits } from "./in-dialogues.ts";
import { byScore, withLikeness } from "./likeness.ts";
import { LANE_SEARCHES, NOTHING_KNOWN, knownOf, type LaneContext, type LaneHit } from "./lanes.ts";
import { outdatedTurns, statementsOf, suitsTimes } from "./outdated.ts";
import { namedTimes, understand, type Span } from "./query.ts";
import { repliesLast } from "./replies.ts";
import { rerank } from "./rerank.ts";
import { fuse, merge, round, score, traitsOf } from "./score.ts";
import { toldEntities } from "./told-entity.ts";
import { SPARE_WITHIN, saidWithin, widened, withFactsOfTurns } from "./within.ts";
import { wordingFactor } from "./wording.ts";
import {
  LANES,
  type Candidate,
  type Found,
  type Lane,
  type SearchDebug,
  type SearchRequest,
  type SearchResult,
} from "./types.ts";

export interface SearchDeps {
  clock: Clock;
  embedQuery: EmbedQuery;
  /** For recipes that ask for one. */
  crossEncoder?: Reranker | null | undefined;
  observe: (lane: Lane | "total", seconds: number) => void;
}

/** Longest a search waits for a second look. */
const RERANK_MS_MAX = 10_000;

/** Fused candidates read in full beyond the limit: some are filtered out, some change places by their profile. */
const HYDRATED_SPARE = 12;
/** Longest text of a turn in a result, characters. */
const EPISODE_TEXT_MAX = 600;
/** Of a summary, which has the words of several, characters. */
const SUMMARY_TEXT_MAX = 1200;

/**
 * Runs the lanes of a recipe side by side, fuses, reads, filters by time and status, lets newer first-hand statements
 * shadow older ones, scores and explains. No model is asked.
 */
export async function search(
  deps: SearchDeps,
  user: UserStore,
  asked: SearchRequest,
): Promise<SearchResult[]> {
  const started = performance.now();
  const { within } = asked;
  const request = within === undefined ? asked : { ...asked, recipe: widened(asked.recipe) };
  const now = deps.clock.now();
  const query = understand(request.query);
  const statuses = statusesOf(request);
  const context: LaneContext = {
    user,
    request,
    query,
    times: timesOf(user, request, now),
    now,
    embedQuery: deps.embedQuery,
    statuses,
    known: inTime(request, "known", knownOf(user, query, request, statuses), NOTHING_KNOWN),
  };
  const [lanes, staged, hidden] = await Promise.all([
    runLanes(deps, context),
    inTime(request, "staged", stagedFacts(context), []),
    hiddenTurns(user),
  ]);
  request.deadline?.expectSome(lanes);
  const told = await inTime(request, "dialogues", inDialogues(context, lanes), lanes);
  const found = within === undefined ? told : await withFactsOfTurns(context, told);
  if (request.debug) noteHits(request.debug, found);
  request.onFound?.();
  const candidates = merge(found).filter(
    (c) => (!request.kinds || request.kinds.includes(c.kind)) && !hidden.has(c.id),
  );
  const relevance = fuse(candidates, request.recipe);
  const ordered = candidates.sort((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0));
  const spare = within === undefined ? HYDRATED_SPARE : SPARE_WITHIN;
  const best = ordered.slice(0, request.limit + spare);
  const named = await context.times;
  const about = named.length > 0 ? named : [{ from: now, to: plusMs(now, 1) }];
  const timed: Timed = { ...context, about, namesTime: named.length > 0 };
  const presented = await present(timed, best, relevance, staged);
  const known = await context.known;
  const results = await rerank(
    request.recipe.rerank,
    weighed(context, presented, namedIn(known, presented)),
    {
      query: request.query,
      named: new Set(request.center === undefined ? known.entityIds : [request.center]),
      crossEncoder: deps.crossEncoder ?? null,
      signal: request.signal ?? AbortSignal.timeout(RERANK_MS_MAX),
    },
  );
  deps.observe("total", (performance.now() - started) / 1000);
  if (request.debug)
    explainSearch(request.debug, { ordered, best, relevance, results, limit: request.limit });
  return results.slice(0, request.limit);
}

function explainSearch(
  debug: SearchDebug,
  {
    ordered,
    best,
    relevance,
    results,
    limit,
  }: {
    ordered: Candidate[];
    best: Candidate[];
    relevance: Map<Candidate, number>;
    results: SearchResult[];
    limit: number;
  },
): void {
  const read = new Set(best);
  debug.fused = ordered.map((candidate) => {
    const { kind, id } = candidate;
    return { kind, id, relevance: round(relevance.get(candidate) ?? 0), read: read.has(candidate) };
  });
  const place = new Map(results.map((result, n) => [`${result.kind}:${result.id}`, n]));
  debug.dropped = best.flatMap(({ kind, id }): SearchDebug["dropped"] => {
    const at = place.get(`${kind}:${id}`);
    if (at === undefined) return [{ kind, id, why: "not visible" }];
    return at < limit ? [] : [{ kind, id, why: "behind the limit" }];
  });
}

/** With the times the question is about: those it names, else now. */
interface Timed extends LaneContext {
  about: Span[];
  namesTime: boolean;
}

async function timesOf(user: UserStore, request: SearchRequest, now: Instant): Promise<Span[]> {
  return namedTimes(request.query, now, request.timeZone ?? (await user.settings()).timeZone);
}

/** What is left of the scores where nothing found speaks of what is asked. */
const WEAKEST = 0.1;

/** Scores fall, in the same order, when nothing found speaks of what is asked. */
function weighed({ request }: LaneContext, results: SearchResult[], named: Named): SearchResult[] {
  const evidence = evidenceShare(request.query, results.map(foundText), named);
  return results.map((result) => ({
    ...result,
    score: round(result.score * (WEAKEST + (1 - WEAKEST) * evidence)),
    components: { ...result.components, evidence: round(evidence) },
  }));
}

function foundText({ kind, text, item, components }: SearchResult): FoundText {
  if (kind === "fact") {
    const { predicate, subjectId, objectId } = item as Fact;
    return { text, speaker: null, fact: { predicate, about: [subjectId, objectId] } };
  }
  if (kind !== "episode") return { text, speaker: null };
  const { userMessage, speaker, redacted } = item as Episode;
  return { text: userMessage, speaker, spent: redacted || components.standing !== undefined };
}

function namedIn({ entityIds }: Known, results: SearchResult[]): Named {
  const ids = new Set(entityIds);
  const entities = results.filter(({ kind, id }) => kind === "entity" && ids.has(id));
  const names = entities.flatMap(({ item }) => {
    const { name, aliases } = item as Entity;
    return [name, ...aliases.map(({ alias }) => alias)];
  });
  return { ids, words: new Set(names.flatMap(words)) };
}

/** What was true once is looked at as well: the question may name a time in which it was. */
function statusesOf(request: SearchRequest): readonly Status[] {
  return request.statuses ?? HISTORICAL_STATUSES;
}

/** Without a deadline, a part is waited for. */
function inTime<T>({ deadline }: SearchRequest, part: string, work: Promise<T>, instead: T): Promise<T> {
  return deadline === undefined ? work : deadline.within(part, work, instead);
}

async function runLanes(deps: SearchDeps, context: LaneContext): Promise<LaneHits> {
  const found: LaneHits = {};
  await Promise.all(
    LANES.map(async (lane) => {
      const started = performance.now();
      const hits = await inTime(context.request, lane, LANE_SEARCHES[lane](context), []);
      context.request.signal?.throwIfAborted();
      found[lane] = hits;
      if (context.request.debug) {
        context.request.debug.lanes[lane] = { milliseconds: round(performance.now() - started), hits: [] };
      }
      deps.observe(lane, (performance.now() - started) / 1000);
    }),
  );
  return found;
}

function noteHits(debug: SearchDebug, found: LaneHits): void {
  for (const [lane, hits] of Object.entries(found) as [Lane, LaneHit[]][]) {
    const noted = debug.lanes[lane];
    if (noted) noted.hits = hits.map(({ kind, id, score }) => ({ kind, id, score: round(score) }));
  }
}

async function present(
  context: Timed,
  candidates: Candidate[],
  relevance: Map<Candidate, number>,
  staged: Fact[],
): Promise<SearchResult[]> {
  const looked = statementsOf(context.user, context.request.asOf === undefined ? turnsOf(candidates) : []);
  looked.catch(() => undefined);
  const items = await hydrate(context.user, candidates, context.now);
  const isWithin = await insideOf(context, candidates, items);
  const shadows = shadowed(items.facts, staged);
  const statements = await looked;
  const outdated = outdatedTurns(statements, items.facts, shadows.newer, context.now);
  const turnFactor =
    context.namesTime && context.request.knownAt === undefined
      ? suitsTimes(statements, (fact) => thenFactor(fact, context))
      : () => 1;
  const results: SearchResult[] = [];
  const denies = isDenial(context.request.query);
  const wording = wordingFactor(context.request.query.slice(0, WORDING_CHARS_MAX));
  for (const candidate of candidates) {
    const item = items.byKey.get(`${candidate.kind}:${candidate.id}`);
    if (!item || !visible(context, candidate.kind, item) || !isWithin(candidate.kind, item)) continue;
    const scored = score(
      relevance.get(candidate) ?? 0,
      candidate.kind,
      traitsOf(candidate.kind, item),
      context.request.recipe.profile,
      context.now,
    );
    const factor =
      standingOf(candidate, item, shadows.newer, outdated.some, denies) *
      (candidate.kind === "episode" ? turnFactor(candidate.id) : timeFactor(context, candidate, item));
    const newer = candidate.kind === "episode" ? outdated.all.get(candidate.id) : undefined;
    const worded = candidate.kind === "episode" ? wording((item as Episode).userMessage) : 1;
    results.push({
      kind: candidate.kind,
      id: candidate.id,
      text: textOf(candidate.kind, item),
      status: statusOf(candidate.kind, item),
      score: round(scored.score * factor * worded),
      components: {
        ...explain(candidate, scored.components, factor),
        ...(worded === 1 ? {} : { wording: round(worded) }),
      },
      evidence: evidenceOf(candidate.kind, item),
      isNew: shadows.fresh.has(candidate.id),
      ...(newer === undefined ? {} : { over: { newer: context.namesTime ? [] : newer } }),
      item,
    });
  }
  const ranked = results.sort(byScore);
  // A question that names a time asks for one moment: what else was told of the matter belongs to others.
  return repliesLast(context.namesTime ? ranked : withLikeness(ranked), context.request.query);
}

/** A pasted book is not a question. */
const WORDING_CHARS_MAX = 1000;

/** An older value that a newer statement replaces stays findable, far down. */
const SHADOWED_FACTOR = 0.4;
/** What is not so answers few questions. */
const NEGATIVE_FACTOR = 0.85;
/** A turn in which the user only asked, briefly, tells nothing; its reply was made from memory. */
const ASKED_FACTOR = 0.8;
const ASKED_CHARS_MAX = 160;

/** A turn whose statement was superseded, corrected or taken back since stays findable, behind what holds now. */
const OUTDATED_FACTOR = 0.6;

function standingOf(
  candidate: Candidate,
  item: Found,
  shadowed: ReadonlyMap<string, string>,
  outdated: ReadonlySet<string>,
  denies: boolean,
): number {
  if (candidate.kind === "fact") {
    if (shadowed.has(candidate.id)) return SHADOWED_FACTOR;
    return (item as Fact).polarity === "negative" && !denies ? NEGATIVE_FACTOR : 1;
  }
  if (candidate.kind !== "episode") return 1;
  if (onlyAsked((item as Episode).userMessage)) return ASKED_FACTOR;
  return outdated.has(candidate.id) ? OUTDATED_FACTOR : 1;
}

/**
 * How much a fact counts for a question about a time in which it held, and about one in which it did not; a turn counts
 * as the best of what it told: "we moved in May" says little about March.
 */
const THEN_FACTORS = { held: 1, unknown: 0.75, not: 0.45 };
/** "Since May" reaches until now: what still holds comes first. */
const OVER_FACTOR = 0.9;
/** A question that names no time is mostly about now, but may ask what is to come or how long something lasted. */
const NOW_FACTORS = { held: 1, unknown: 1, not: 0.75 };

function timeFactor(context: Timed, { kind }: Candidate, item: Found): number {
  const { request, about, namesTime } = context;
  if (kind !== "fact" || request.asOf !== undefined || request.knownAt !== undefined) return 1;
  const fact = item as Fact;
  if (namesTime) return thenFactor(fact, context);
  return Math.max(...about.map((time) => NOW_FACTORS[heldDuring(fact, time)]));
}

function thenFactor(fact: Fact, { about, now }: Timed): number {
  const over = fact.status === "superseded" ? OVER_FACTOR : 1;
  return Math.max(...about.map((time) => THEN_FACTORS[heldDuring(fact, time)] * (time.to > now ? over : 1)));
}

function turnsOf(candidates: Candidate[]): string[] {
  return candidates.filter(({ kind }) => kind === "episode").map(({ id }) => id);
}

function onlyAsked(text: string): boolean {
  const asked = sentences(text);
  return (
    text.length <= ASKED_CHARS_MAX && asked.length > 0 && asked.every(({ end }) => text[end - 1] === "?")
  );
}

function explain(
  candidate: Candidate,
  parts: Record<string, number>,
  factor: number,
): Record<string, number> {
  const lanes = Object.entries(candidate.lanes).map(([lane, value]) => [`lane.${lane}`, round(value)]);
  const profile = Object.entries(parts).map(([name, value]) => [name, round(value)]);
  return {
    ...Object.fromEntries([...profile, ...lanes]),
    ...(candidate.cosine === undefined ? {} : { cosine: round(candidate.cosine) }),
    ...(candidate.onlyReply ? { onlyReply: 1 } : {}),
    ...(factor === 1 ? {} : { [factor === SHADOWED_FACTOR ? "shadowed" : "standing"]: factor }),
  } as Record<string, number>;
}

interface Items {
  byKey: Map<string, Found>;
  facts: Fact[];
}

async function insideOf(
  { user, request: { within } }: LaneContext,
  candidates: Candidate[],
  { byKey }: Items,
): Promise<(kind: Candidate["kind"], item: Found) => boolean> {
  if (within === undefined) return () => true;
  const found = candidates.flatMap(({ kind, id }) => {
    const item = byKey.get(`${kind}:${id}`);
    return item === undefined ? [] : [{ kind, item }];
  });
  return saidWithin(user, within, found);
}

async function hydrate(user: UserStore, candidates: Candidate[], now: Instant): Promise<Items> {
  const ids = (kind: Candidate["kind"]): string[] =>
    candidates.filter((c) => c.kind === kind).map((c) => c.id);
  const read = <T>(wanted: string[], from: (ids: string[]) => Promise<T[]>): Promise<T[]> =>
    wanted.length === 0 ? Promise.resolve([]) : from(wanted);
  const [facts, entities, episodes, communities] = await Promise.all([
    read(ids("fact"), (some) => user.factsById(some)),
    read(ids("entity"), async (some) => toldEntities(user, await user.entitiesById(some), now)),
    read(ids("episode"), (some) => user.episodesById(some)),
    read(ids("community"), (some) => user.communitiesById(some)),
  ]);
  const byKey = new Map<string, Found>();
  for (const fact of facts) byKey.set(`fact:${fact.id}`, fact);
  for (const entity of entities) byKey.set(`entity:${entity.id}`, entity);
  for (const episode of episodes) byKey.set(`episode:${episode.id}`, episode);
  for (const community of communities) byKey.set(`community:${community.id}`, community);
  return { byKey, facts };
}

function visible(context: Timed, kind: Candidate["kind"], item: Found): boolean {
  const { request } = context;
  if (kind === "community") return true;
  if (kind === "episode") return episodeVisible(request, item as Episode);
  if (kind === "entity")
    return !(item as Entity).isSelf && context.statuses.includes((item as Entity).status);
  const fact = item as Fact;
  if (!context.statuses.includes(fact.status)) return false;
  if (isOver(context, fact)) return false;
  if (request.knownAt !== undefined && !knownThen(fact, request.knownAt)) return false;
  if (request.asOf !== undefined) return heldThen(fact, request.asOf);
  return true;
}

/** Superseded, and neither asked for nor true in a time that the question names. */
function isOver({ request, about }: Timed, fact: Fact): boolean {
  if (fact.status !== "superseded" || request.statuses || request.asOf !== undefined) return false;
  if (request.knownAt !== undefined) return false;
  return !about.some((time) => heldDuring(fact, time) === "held");
}

function episodeVisible(request: SearchRequest, episode: Episode): boolean {
  if (request.excludeEpisodeIds?.includes(episode.id)) return false;
  if (request.asOf !== undefined && episode.occurredAt > request.asOf) return false;
  if (request.knownAt !== undefined && episode.recordedAt > request.knownAt) return false;
  if (
    episode.redacted &&
    contentWords(episode.userMessage.replaceAll(REDACTED, " ")).length < REDACTED_WORDS_MIN
  )
    return false;
  return episode.memory === "on" && episode.replacedBy === null && episode.consolidatedInto === null;
}

/** A turn of which forgetting left fewer words than this has nothing left to tell. */
const REDACTED_WORDS_MIN = 4;

function knownThen(fact: Fact, at: Instant): boolean {
  return fact.createdAt <= at && (fact.expiredAt === null || fact.expiredAt > at);
}

/** World time: without a stated beginning, a fact holds from when it was said. */
function heldThen(fact: Fact, at: Instant): boolean {
  return holdsAt(fact.validAt ?? beginning(fact), fact.invalidAt, at);
}

/** Newest statements that may shadow others; the idle pass keeps them few. */
const STAGED_MAX = 300;

/** What was heard and not checked yet, newest first; asked for beside the lanes, as it depends on none. */
async function stagedFacts({ user, request }: LaneContext): Promise<Fact[]> {
  return request.asOf === undefined ? user.facts({ statuses: ["staged"], limit: STAGED_MAX }) : [];
}

/**
 * A newer first-hand staged statement shadows the older value at once: for predicates with one
 * value, and wherever the user's own words say that something changed, ended or was wrong.
 */
function shadowed(facts: Fact[], staged: Fact[]): { newer: Map<string, string>; fresh: Set<string> } {
  const result = { newer: new Map<string, string>(), fresh: new Set<string>() };
  for (const fresh of staged) {
    if (fresh.evidence.every((evidence) => evidence.assertedBy === "assistant")) continue;
    for (const older of [...facts, ...staged]) {
      if (!replaces(fresh, older)) continue;
      result.newer.set(older.id, fresh.id);
      result.fresh.add(fresh.id);
    }
  }
  return result;
}

function replaces(fresh: Fact, older: Fact): boolean {
  if (fresh.id === older.id || fresh.subjectId !== older.subjectId) return false;
  if (predicateFamily(fresh.predicate) !== predicateFamily(older.predicate)) return false;
  if (fresh.createdAt < older.createdAt || beginning(fresh).at < beginning(older).at) return false;
  const same = sameObject(fresh, older);
  if (same) return fresh.polarity !== older.polarity;
  if (fresh.polarity !== older.polarity) return false;
  return (
    cardinality(fresh.predicate) === "one" ||
    (cardinality(fresh.predicate) === "unknown" && fresh.change !== "none")
  );
}

function textOf(kind: Candidate["kind"], item: Found): string {
  if (kind === "fact") return (item as Fact).text;
  if (kind === "entity") {
    const entity = item as Entity;
    return entity.summary ?? `${entity.name} (${entity.type})`;
  }
  if (kind === "community") {
    const { name, summary } = item as Community;
    return summary === "" ? name : `${name}: ${summary}`;
  }
  const episode = item as Episode;
  if (episode.source === "consolidated") return clip(`summary: ${episode.userMessage}`, SUMMARY_TEXT_MAX);
  const user = `${episode.speaker ?? "user"}: ${episode.userMessage}`;
  const reply = episode.assistantReply ? `\nassistant: ${episode.assistantReply}` : "";
  return clip(user + reply, EPISODE_TEXT_MAX);
}

function statusOf(kind: Candidate["kind"], item: Found): string {
  if (kind === "community") return "derived";
  return kind === "episode" ? (item as Episode).state : (item as Fact | Entity).status;
}

function evidenceOf(kind: Candidate["kind"], item: Found): RecalledEvidence[] {
  if (kind === "fact") return recalledEvidence(item as Fact);
  if (kind === "entity" || kind === "community") return [];
  const episode = item as Episode;
  return [
    {
      episodeId: episode.id,
      start: 0,
      end: episode.userMessage.length,
      quote: clip(episode.userMessage, EPISODE_TEXT_MAX),
      assertedBy: episode.source === "consolidated" ? "summary" : (episode.speaker ?? "user"),
      occurredAt: episode.occurredAt,
    },
  ];
}
