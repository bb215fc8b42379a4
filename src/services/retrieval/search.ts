import { setImmediate } from "node:timers/promises";
import { endsAsking } from "../../language/asks.ts";
import { HISTORICAL_STATUSES } from "../../domain/model/status.ts";
import { BEGINNING } from "../../domain/model/time.ts";
import type { Clock } from "../../ports/clock.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Reranker } from "../../ports/reranker.ts";
import type { EmbedQuery } from "../embedding/query-vectors.ts";
import { hiddenTurns } from "../forgetting/hide.ts";
import { askedAbout, askedByRole, NO_FOCUS, type AskedAbout } from "./asked-about.ts";
import { rescoreDialogues } from "./dialogue.ts";
import { inFirstPerson } from "./first-person.ts";
import { LANE_SEARCHES, NOTHING_KNOWN, neighbourhood, type LaneHits, type SearchContext } from "./lanes.ts";
import { stagedFacts } from "./outdated.ts";
import { askedTimes, asksOfSelf, lookedAt, understand } from "./query.ts";
import { rank } from "./rank.ts";
import { withRivals, withSuccessors, withValuesThen } from "./related.ts";
import { rerank, rerankContext } from "./rerank.ts";
import { respelt } from "./respelt.ts";
import { fuse, merge, round } from "./score.ts";
import { bestEvidence, shownLines } from "./shown-lines.ts";
import {
  LANES,
  type Candidate,
  type Lane,
  type Recipe,
  type SearchDebug,
  type SearchRequest,
  type SearchResult,
} from "./types.ts";
import { isUnasked } from "./visible.ts";
import { POOL, SELF_TERMS_MAX } from "./weights.ts";

export interface SearchDeps {
  clock: Clock;
  embedQuery: EmbedQuery;
  /** For recipes that need one. */
  crossEncoder?: Reranker | null | undefined;
  observe: (lane: Lane | "total", seconds: number) => void;
}

/** Candidates of a lane, and read beyond the limit, if most of what is found lies outside the filters of a search. */
const QUOTA_MAX = 200;
/** Candidates read beyond the limit: some get filtered out. */
const SPARE = 12;

/** What memory has for a question; for its misspelt words as memory spells them. No model is called. */
export async function search(
  deps: SearchDeps,
  user: UserStore,
  request: SearchRequest,
): Promise<SearchResult[]> {
  const started = performance.now();
  const asTyped = await searchAsGiven(deps, user, request);
  const { inTime } = asTyped.context;
  const query = await inTime("spelling", respelt(asTyped.context, asTyped.results), null);
  const { results } =
    query === null
      ? asTyped
      : await inTime("spelling", searchAsGiven(deps, user, { ...request, query }), asTyped);
  deps.observe("total", (performance.now() - started) / 1000);
  return results.slice(0, request.limit);
}

interface Searched {
  context: SearchContext;
  /** All of them, beyond the limit too. */
  results: SearchResult[];
}

/** Runs the lanes of a recipe in parallel, fuses their results, reads and ranks the best, and selects those shown to a chat. */
async function searchAsGiven(deps: SearchDeps, user: UserStore, given: SearchRequest): Promise<Searched> {
  const context = await contextOf(deps, user, given);
  const { request, inTime } = context;
  const [lanes, staged, hidden] = await Promise.all([
    runLanes(deps, context),
    inTime("staged", stagedFacts(context), []),
    hiddenTurns(user),
  ]);
  request.deadline?.expectSome(lanes);
  const found = await inTime("dialogues", rescoreDialogues(context, lanes), lanes);
  request.onFound?.();
  const candidates = merge(found).filter(
    (c) => (!request.kinds || request.kinds.includes(c.kind)) && !hidden.has(c.id),
  );
  const ordered = fuse(candidates, request.recipe);
  const best = ordered.slice(0, Math.max(POOL, request.limit + (isNarrow(request) ? QUOTA_MAX : SPARE)));
  const ranked = scaled(
    await rerank(
      request.recipe.rerank,
      await rank(context, best, staged),
      rerankContext(context, deps.crossEncoder ?? null),
    ),
  );
  const times = await context.times;
  const results = toldFirst(ranked, await toldLines(context, ranked)).filter(
    (result) =>
      result.score >= (request.minRelevance ?? 0) && (result.isTold || !isUnasked(request, times, result)),
  );
  if (request.debug) explainSearch(request.debug, ordered, best, results, request.limit);
  return { context, results };
}

/** The question as it is understood; everything that needs the store begins to be read. */
async function contextOf(deps: SearchDeps, user: UserStore, given: SearchRequest): Promise<SearchContext> {
  const { deadline } = given;
  const inTime: SearchContext["inTime"] = (part, work, instead) =>
    deadline?.orInstead(part, work, instead) ?? work;
  const asked = lookedAt(given.query);
  const asIs = { text: asked, selfId: null };
  const { text, selfId } = await inTime("own names", inFirstPerson(user, asked), asIs);
  const recipe = isNarrow(given) ? withWidestQuotas(given.recipe) : given.recipe;
  const request = { ...given, query: text, recipe };
  const now = deps.clock.now();
  const settings = given.settings ?? user.settings();
  const query = understand(text);
  // Past facts are included: the question may name a time when they were true.
  const statuses = request.statuses ?? HISTORICAL_STATUSES;
  // With more words, the text lane finds the user's own facts.
  const self = query.aboutSelf && query.terms.length <= SELF_TERMS_MAX;
  const meant =
    query.aboutSelf && selfId !== null ? askedByRole(user, text, selfId, statuses) : Promise.resolve([]);
  const reading = meant.then((ids) => {
    const entityIds = [...(request.origins ?? []), ...ids];
    return neighbourhood({ user, request, statuses }, { names: query.nGrams, entityIds, self });
  });
  const known = inTime("known", reading, NOTHING_KNOWN);
  const focus = Promise.all([known, meant]).then(([some, ids]) =>
    askedAbout(user, some, ids, selfId, query.aboutSelf),
  );
  const about = inTime("asked", focus, NO_FOCUS);
  // Callers that await it get its error; the lanes may have failed before.
  about.catch(() => undefined);
  return {
    user,
    request,
    query,
    // Parsing a long question takes a while.
    times: setImmediate().then(async () => askedTimes(text, now, (await settings).timeZone)),
    settings,
    now,
    embedQuery: deps.embedQuery,
    statuses,
    known,
    asked: about,
    inTime,
  };
}

/** Most of what the lanes find lies outside of it. */
function isNarrow({ scope, tags, contextTypes, maxAgeHours }: SearchRequest): boolean {
  return [scope, tags, contextTypes, maxAgeHours].some((filter) => filter !== undefined);
}

function withWidestQuotas(recipe: Recipe): Recipe {
  const quotas = LANES.map((lane) => [lane, recipe.quotas[lane] === 0 ? 0 : QUOTA_MAX]);
  return { ...recipe, quotas: Object.fromEntries(quotas) as Recipe["quotas"] };
}

async function runLanes(deps: SearchDeps, context: SearchContext): Promise<LaneHits> {
  const { debug, signal } = context.request;
  const found: LaneHits = {};
  await Promise.all(
    LANES.map(async (lane) => {
      const started = performance.now();
      const hits = await context.inTime(lane, LANE_SEARCHES[lane](context), []);
      signal?.throwIfAborted();
      found[lane] = hits;
      if (debug) {
        debug.lanes[lane] = {
          milliseconds: round(performance.now() - started),
          hits: hits.map(({ kind, id, score }) => ({ kind, id, score: round(score) })),
        };
      }
      deps.observe(lane, (performance.now() - started) / 1000);
    }),
  );
  return found;
}

/** Scores that reflect how well the results answer the question: the best gets the evidence of the best. */
function scaled(ranked: readonly SearchResult[]): SearchResult[] {
  const best = Math.max(Number.MIN_VALUE, ...ranked.map(({ score }) => score));
  const evidence = Math.min(1, bestEvidence(ranked));
  return ranked.map((result) => ({ ...result, score: round((evidence * result.score) / best) }));
}

/** Those that a chat is given: with the values that held when the question asks about, or what came after. */
async function toldLines(
  { user, request, query, now, times, asked, inTime }: SearchContext,
  ranked: readonly SearchResult[],
): Promise<SearchResult[]> {
  const [{ named, asksThen }, focus] = await Promise.all([times, asked]);
  const { query: question, conversationId, statuses, asOf, knownAt } = request;
  const isInChat = conversationId !== undefined;
  const leans = isInChat && !asksAbout(focus, question) && named.length === 0 && query.terms.length === 0;
  const lines = shownLines(ranked, { question, isAboutKnown: focus.ids.size > 0, asksThen, leans });
  const isPlain = !isNarrow(request) && [statuses, asOf, knownAt].every((one) => one === undefined);
  if (!isPlain) return withRivals(user, lines);
  const then = named.length > 0 ? named : [{ from: BEGINNING, to: now }];
  const timely = asksThen
    ? await inTime("values then", withValuesThen(user, lines, then), lines)
    : await withSuccessors(user, lines, now);
  return withRivals(user, timely);
}

/** "I see" asks nothing about the user. */
function asksAbout({ ids, self }: AskedAbout, question: string): boolean {
  return ids.size > Number(self) || (self && (endsAsking(question) || asksOfSelf(question)));
}

/** The shown facts first, then all results by score. */
function toldFirst(ranked: readonly SearchResult[], told: readonly SearchResult[]): SearchResult[] {
  const shown = told.map((line) => ({ ...line, isTold: true }));
  const facts = shown.filter(({ kind }) => kind === "fact");
  // The first place of each counts, and its last value.
  return [...new Map([...facts, ...ranked, ...shown].map((result) => [result.id, result])).values()];
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
