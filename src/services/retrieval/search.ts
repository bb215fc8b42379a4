import { setImmediate } from "node:timers/promises";
import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import { BEGINNING, plusMs } from "../../domain/model/time.ts";
import { cosine } from "../../domain/model/cosine.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EmbedQuery } from "../embedding/query-vectors.ts";
import { likeness } from "../embedding/scale.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { Neighbourhood, UserStore } from "../../ports/memory-store.ts";
import { endsAsking } from "../../language/asks.ts";
import { languageIn, type TextLanguage } from "../../language/foreign.ts";
import { inFirstPerson } from "./first-person.ts";
import { rescoreDialogues } from "./dialogue.ts";
import {
  LANE_SEARCHES,
  NOTHING_KNOWN,
  neighbourhood,
  type LaneContext,
  type LaneHits,
  type TimedContext,
} from "./lanes.ts";
import { askedAbout, askedByRole, NO_FOCUS, type AskedAbout } from "./asked-about.ts";
import { asksOfSelf, lookedAt, namedTimes, isAboutPast, understand } from "./query.ts";
import { rerank, type SimilarityOf } from "./rerank.ts";
import { fuse, merge, round } from "./score.ts";
import {
  LANES,
  type Candidate,
  type Lane,
  type Recipe,
  type SearchDebug,
  type SearchRequest,
  type SearchResult,
} from "./types.ts";
import { respelt } from "./respelt.ts";
import { stagedFacts } from "./outdated.ts";
import { isUnasked } from "./visible.ts";
import { rank } from "./rank.ts";
import { closingQuestions, withRivals } from "./rivals.ts";
import { withSuccessors, withValuesThen } from "./successors.ts";
import { bestEvidence, shownLines } from "./shown-lines.ts";
import { POOL } from "./weights.ts";

export interface SearchDeps {
  clock: Clock;
  embedQuery: EmbedQuery;
  /** For recipes that need one. */
  crossEncoder?: Reranker | null | undefined;
  observe: (lane: Lane | "total", seconds: number) => void;
}

/** Longest wait for the reranker. */
const RERANK_MS_MAX = 10_000;

/** Candidates of a lane, and read beyond the limit, if most of what is found lies outside the filters of a search. */
const QUOTA_MAX = 200;
/** Candidates read beyond the limit: some get filtered out. */
const SPARE = 12;

/**
 * Runs the lanes of a recipe in parallel, fuses their results, reads and ranks the best, and selects those shown to a chat. No
 * model is called.
 */
export async function search(
  deps: SearchDeps,
  user: UserStore,
  given: SearchRequest,
): Promise<SearchResult[]> {
  const started = performance.now();
  const asked = { ...given, query: lookedAt(given.query) };
  const asIs = { text: asked.query, selfId: null };
  const [{ text, selfId }, usual] = await Promise.all([
    inTime(asked, "own names", inFirstPerson(user, asked.query), asIs),
    inTime(asked, "language", usualLanguage(user), undefined),
  ]);
  const recipe = isNarrow(asked) ? withWidestQuotas(asked.recipe) : asked.recipe;
  const request = { ...asked, query: text, recipe };
  const now = deps.clock.now();
  const settings = asked.settings ?? user.settings();
  const query = understand(text, usual);
  // Past facts are included: the question may name a time when they were true.
  const statuses = request.statuses ?? HISTORICAL_STATUSES;
  const meant =
    query.aboutSelf && selfId !== null ? askedByRole(user, text, selfId, statuses) : Promise.resolve([]);
  const known = inTime(
    request,
    "known",
    meant.then((ids) => {
      const origins = [...(request.origins ?? []), ...ids];
      return neighbourhood(user, query, { ...request, origins }, statuses);
    }),
    NOTHING_KNOWN,
  );
  const context: LaneContext = {
    user,
    request,
    query,
    // Parsing a long question takes a while.
    times: setImmediate().then(async () => namedTimes(text, now, (await settings).timeZone)),
    settings,
    now,
    embedQuery: deps.embedQuery,
    statuses,
    known,
    asked: inTime(
      request,
      "asked",
      Promise.all([known, meant]).then(([some, ids]) => askedAbout(user, some, ids, selfId, query.aboutSelf)),
      NO_FOCUS,
    ),
  };
  // Callers that await it get its error; the lanes may have failed before.
  context.asked.catch(() => undefined);
  const [lanes, staged, hidden, questions] = await Promise.all([
    runLanes(deps, context),
    inTime(request, "staged", stagedFacts(context), []),
    hiddenTurns(user),
    closingQuestions(user),
  ]);
  request.deadline?.expectSome(lanes);
  const found = await inTime(request, "dialogues", rescoreDialogues(context, lanes), lanes);
  request.onFound?.();
  const candidates = merge(found).filter(
    (c) => (!request.kinds || request.kinds.includes(c.kind)) && !hidden.has(c.id),
  );
  const ordered = fuse(candidates, request.recipe);
  const best = ordered.slice(0, Math.max(POOL, request.limit + (isNarrow(asked) ? QUOTA_MAX : SPARE)));
  const named = await context.times;
  const about = named.length > 0 ? named : [{ from: now, to: plusMs(now, 1) }];
  const namesTime = named.length > 0;
  const timed: TimedContext = { ...context, about, namesTime, asksThen: namesTime || isAboutPast(text) };
  const ranked = await rerank(request.recipe.rerank, await rank(timed, best, staged), {
    query: request.query,
    distances: async () => distancesFrom(await nearTo(context)),
    similarity: (some) => similarityAmong(context, some),
    crossEncoder: deps.crossEncoder ?? null,
    signal: request.signal ?? AbortSignal.timeout(RERANK_MS_MAX),
  });
  const focus = await context.asked;
  const isAboutKnown = focus.ids.size > 0;
  const isInChat = request.conversationId !== undefined;
  const leans = isInChat && !asksAbout(focus, text) && !namesTime && query.terms.length === 0;
  const weighed = scaled(ranked);
  const lines = shownLines(weighed, { question: text, isAboutKnown, asksThen: timed.asksThen, leans });
  const isPlain =
    !isNarrow(asked) && [request.statuses, request.asOf, request.knownAt].every((one) => one === undefined);
  const timely = isPlain ? await timelyLines(timed, lines) : lines;
  const marked = toldFirst(weighed, await withRivals(user, timely, questions));
  const results = marked.filter(
    (result) => result.score >= (request.minRelevance ?? 0) && (result.isTold || !isUnasked(timed, result)),
  );
  const asMeant = given.isRespelt === true ? null : await inTime(request, "spelling", respelt(context, results), null);
  if (asMeant !== null) return search(deps, user, { ...given, query: asMeant, isRespelt: true });
  deps.observe("total", (performance.now() - started) / 1000);
  if (request.debug) explainSearch(request.debug, ordered, best, results, request.limit);
  return results.slice(0, request.limit);
}

/** Newest turns, and characters of them, that show which language their author writes. */
const TURNS_READ = 5;
const CHARS_READ = 2_000;

async function usualLanguage(user: UserStore): Promise<TextLanguage | undefined> {
  const turns = await user.episodes({ standing: true, order: "newest", limit: TURNS_READ });
  const said = turns.map(({ userMessage }) => userMessage.slice(0, CHARS_READ)).join("\n");
  return said === "" ? undefined : languageIn(said.slice(0, CHARS_READ));
}

/** With the values that held when the question asks about, or with what came after. */
async function timelyLines(
  { user, request, now, about, namesTime, asksThen }: TimedContext,
  lines: SearchResult[],
): Promise<SearchResult[]> {
  if (!asksThen) return withSuccessors(user, lines, now);
  const times = namesTime ? about : [{ from: BEGINNING, to: now }];
  return inTime(request, "values then", withValuesThen(user, lines, times), lines);
}

/** Most of what the lanes find lies outside of it. */
function isNarrow({ scope, tags, contextTypes, maxAgeHours }: SearchRequest): boolean {
  return [scope, tags, contextTypes, maxAgeHours].some((filter) => filter !== undefined);
}

function withWidestQuotas(recipe: Recipe): Recipe {
  const quotas = LANES.map((lane) => [lane, recipe.quotas[lane] === 0 ? 0 : QUOTA_MAX]);
  return { ...recipe, quotas: Object.fromEntries(quotas) as Recipe["quotas"] };
}

/** "I see" asks nothing about the user. */
function asksAbout({ ids, self }: AskedAbout, question: string): boolean {
  return ids.size > Number(self) || (self && (endsAsking(question) || asksOfSelf(question)));
}

/** Scores that reflect how well the results answer the question: the best gets the evidence of the best. */
function scaled(ranked: readonly SearchResult[]): SearchResult[] {
  const best = Math.max(Number.MIN_VALUE, ...ranked.map(({ score }) => score));
  const evidence = Math.min(1, bestEvidence(ranked));
  return ranked.map((result) => ({ ...result, score: round((evidence * result.score) / best) }));
}

/** The shown facts first, then all results by score. */
function toldFirst(ranked: readonly SearchResult[], told: readonly SearchResult[]): SearchResult[] {
  const shown = told.map((line) => ({ ...line, isTold: true }));
  const facts = shown.filter(({ kind }) => kind === "fact");
  // The first place of each counts, and its last value.
  return [...new Map([...facts, ...ranked, ...shown].map((result) => [result.id, result])).values()];
}

async function similarityAmong(
  { user, request, embedQuery }: LaneContext,
  results: readonly SearchResult[],
): Promise<SimilarityOf> {
  const query = await embedQuery(request.query, request.signal);
  if (query === null) return () => undefined;
  const found = await user.vectorsOf(
    query.tag,
    results.map(({ kind, id }) => ({ kind, id })),
  );
  const vectors = new Map(found.map(({ kind, id, vector }) => [`${kind}:${id}`, vector]));
  return (one, other) => {
    const [a, b] = [one, other].map(({ kind, id }) => vectors.get(`${kind}:${id}`));
    return a && b && likeness(query.scale, cosine(a, b));
  };
}

/** The entities distances are counted from: those named in the question, or the requested center. */
function nearTo({ user, request, query, statuses, known }: LaneContext): Promise<Neighbourhood> {
  if (request.center === undefined) return known;
  const center = { ...request, origins: [request.center] };
  const nothingElse = { terms: query.terms, nGrams: [], aboutSelf: false };
  return inTime(request, "center", neighbourhood(user, nothingElse, center, statuses), NOTHING_KNOWN);
}

function distancesFrom({ entityIds, around }: Neighbourhood): ReadonlyMap<string, number> {
  const steps = around.toSorted((a, b) => b.distance - a.distance);
  return new Map([
    ...steps.map(({ fact, distance }): [string, number] => [fact.subjectId, distance]),
    ...entityIds.map((id): [string, number] => [id, 0]),
  ]);
}

function explainSearch(
  debug: SearchDebug,
  ordered: readonly Candidate[],
  best: readonly Candidate[],
  results: readonly SearchResult[],
  limit: number,
): void {
  debug.fused = ordered.map(({ kind, id, relevance }, n) => ({
    kind,
    id,
    relevance: round(relevance),
    read: n < best.length,
  }));
  debug.dropped = best.flatMap(({ kind, id }): SearchDebug["dropped"] => {
    const at = results.findIndex((result) => result.kind === kind && result.id === id);
    if (at >= 0 && at < limit) return [];
    return [{ kind, id, why: at < 0 ? "not visible" : "behind the limit" }];
  });
}

/** Without a deadline, the part is simply awaited. */
function inTime<T>({ deadline }: SearchRequest, part: string, work: Promise<T>, instead: T): Promise<T> {
  return deadline === undefined ? work : deadline.orInstead(part, work, instead);
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
        context.request.debug.lanes[lane] = {
          milliseconds: round(performance.now() - started),
          hits: hits.map(({ kind, id, score }) => ({ kind, id, score: round(score) })),
        };
      }
      deps.observe(lane, (performance.now() - started) / 1000);
    }),
  );
  return found;
}
