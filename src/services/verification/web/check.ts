import type { Entity } from "../../../domain/model/entity.ts";
import type { Episode } from "../../../domain/model/episode.ts";
import type { Fact } from "../../../domain/model/fact.ts";
import { DAY_MS, HOUR_MS, plusMs, type Instant } from "../../../domain/model/time.ts";
import { splitSources, withSources, type Ballot, type Trace } from "../../../domain/model/trace.ts";
import type { UserStore } from "../../../ports/memory-store.ts";
import { WebSearchError, type WebSearch } from "../../../ports/web-search.ts";
import type { Needs } from "../../kernel.ts";
import { isModelAway } from "../../jobs/model-away.ts";
import { preemptible, retryPreempted } from "../../maintenance/retry-preempted.ts";
import { pagesOf } from "../../pages.ts";
import { isTrusted } from "../../model/trust.ts";
import { COST_COUNTED_ELSEWHERE, traceOfCall } from "../../model/trace.ts";
import { askPass, type AskDeps, type PassQuestion } from "../ask.ts";
import { isOfAssistant, openLook, readCase } from "../episode-case.ts";
import { judgeByWeb, WEB_CHECK_REASON, worldClaims, type JudgeContext } from "../judge.ts";
import { queryOf, readWebVerdicts, webMessage, webSchema, type SearchedClaim } from "./ask.ts";
import { isOnRecord, isPublic } from "./privacy.ts";

export interface WebCheckDeps extends AskDeps, Needs<"graphLock"> {
  /** If undefined, nothing is ever looked up. */
  web: WebSearch | undefined;
  /** Called when the search engine is unreachable or refuses; for the log only. */
  onAway: (error: unknown) => void;
}

interface WebCheckRun {
  user: UserStore;
  signal: AbortSignal;
  automatic: boolean;
  /** The context for judging by code, with the current `now` and `votes`. */
  judging: () => JudgeContext;
  /** True if the night's budget is used up. */
  isSpent: () => Promise<boolean>;
}

interface WebCheckCounts {
  searches: number;
  failures: number;
  modelCalls: number;
  verified: number;
  rejected: number;
}

export type WebCheck = ReturnType<typeof createWebCheck>;

/** Searches per pass. */
const SEARCHES_MAX = 20;
/** Failed searches after which a pass stops. */
const FAILURES_MAX = 2;
/** Claims of one episode per model call. */
const CLAIMS_PER_CALL = 5;
/** Pages of staged facts scanned, 200 facts each. */
const PAGES_MAX = 50;
/** Older claims are no longer retried. */
const CLAIM_AGE_MS_MAX = 30 * DAY_MS;
/** Delay after a failed search before an automatic pass tries again: the next night. */
const RETRY_MS = 20 * HOUR_MS;

export function createWebCheck(deps: WebCheckDeps) {
  const notBefore = new Map<string, Instant>();
  const isOn = (): boolean => deps.web !== undefined && isTrusted(deps.model);

  return {
    isOn,
    /**
     * Looks up undecided claims of the assistant about the world. Each claim is searched once; if its search fails, it is retried on
     * another night while it is recent. Never rejects because of the search engine or the model.
     */
    async run(run: WebCheckRun): Promise<WebCheckCounts> {
      const counts: WebCheckCounts = { searches: 0, failures: 0, modelCalls: 0, verified: 0, rejected: 0 };
      const { web } = deps;
      const { userId } = run.user;
      if (web === undefined || !isOn()) return counts;
      const check = { ...run, deps: { ...deps, web }, counts };
      if (run.automatic && deps.clock.now() < (notBefore.get(userId) ?? "")) return counts;
      try {
        for (const episodeId of await preemptible(deps.gate, run.signal, () =>
          episodesToCheck(deps, run.user),
        )) {
          if (counts.searches >= SEARCHES_MAX || (await run.isSpent())) break;
          await checkEpisode(check, episodeId);
        }
      } catch (error) {
        if (run.signal.aborted || !(error instanceof WebSearchError || isModelAway(error))) throw error;
        if (error instanceof WebSearchError) {
          run.judging().count("web", "deferred");
          deps.onAway(error);
          notBefore.set(userId, plusMs(deps.clock.now(), RETRY_MS));
        }
      }
      return counts;
    },
  };
}

/** Episodes with recent, unverified claims of the assistant, newest first. */
async function episodesToCheck({ clock }: WebCheckDeps, user: UserStore): Promise<string[]> {
  const oldest = plusMs(clock.now(), -CLAIM_AGE_MS_MAX);
  const found = new Set<string>();
  let pages = 0;
  const read = (cursor?: string) => user.factPage({ statuses: ["staged"], limit: 200, cursor });
  for await (const page of pagesOf(read)) {
    for (const fact of page) {
      const [first] = fact.evidence;
      if (first && isOfAssistant(fact) && fact.createdAt >= oldest) found.add(first.episodeId);
    }
    const last = page.at(-1);
    if (++pages === PAGES_MAX || (last && last.createdAt < oldest)) break;
  }
  return [...found];
}

interface Check extends WebCheckRun {
  deps: WebCheckDeps & { web: WebSearch };
  counts: WebCheckCounts;
}

async function checkEpisode(check: Check, episodeId: string): Promise<void> {
  const { deps, user, signal, counts } = check;
  const forgettings = await user.forgettings();
  const opened = await preemptible(deps.gate, signal, () => openEpisode(user, episodeId));
  if (opened === null) return;
  const { episode, trace, entities } = opened;
  let ballots = opened.due;
  const asked = opened.open.slice(0, Math.min(CLAIMS_PER_CALL, SEARCHES_MAX - counts.searches));
  const looked = await lookUp(check, asked);
  if (looked.length > 0) {
    const pass = await read(check, { episode, looked, entities });
    ballots = { ...ballots, ...pass.ballots };
    const mutations = [{ op: "trace.put", trace: joined(trace, pass) } as const];
    const { runId } = check.judging();
    await user.apply({
      actor: "verify",
      reason: "web",
      runId,
      expect: { episodeId },
      forgettings,
      mutations,
    });
  }
  await settle(check, episodeId, ballots);
}

interface Opened {
  episode: Episode;
  trace: Trace | null;
  /** Claims to look up. */
  open: Fact[];
  /** Verdicts of a pass that was aborted before it could apply them. */
  due: Record<string, Ballot>;
  entities: Map<string, Entity>;
}

/** The remaining work for an episode; null if there is none. */
async function openEpisode(user: UserStore, episodeId: string): Promise<Opened | null> {
  const episode = await user.episode(episodeId);
  const state = episode?.verification.state;
  if (episode === null || (state !== "done" && state !== "failed")) return null;
  const trace = (await user.traces([episodeId])).find(({ purpose }) => purpose === "web") ?? null;
  const one = await readCase(await openLook(user), episode, []);
  const { entities } = one;
  const claims = worldClaims(one);
  const open: Fact[] = [];
  const notAsked = claims.filter(({ id }) => trace?.ballots[id] === undefined);
  if (notAsked.length > 0 && (await isOnRecord(user, episode))) {
    for (const claim of notAsked) {
      if (await isPublic(user, episode, claim, entities, queryOf(claim))) open.push(claim);
    }
  }
  const due: Opened["due"] = {};
  for (const { id } of claims) {
    const ballot = trace?.ballots[id] ?? "unclear";
    if (ballot !== "unclear" && !(await wasSettled(user, id))) due[id] = ballot;
  }
  return open.length > 0 || Object.keys(due).length > 0 ? { episode, trace, open, due, entities } : null;
}

/** A web verdict is applied only once. If the claim is staged again, its owner has reverted it. */
async function wasSettled(user: UserStore, factId: string): Promise<boolean> {
  const { items } = await user.changePage({ targetId: factId, limit: 200 });
  return items.some(({ reason }) => reason === WEB_CHECK_REASON);
}

/** Searches in sequence. A single refusal may be due to the claim; an unreachable engine, or a second refusal, ends the pass. */
async function lookUp({ deps, counts, judging, signal }: Check, claims: Fact[]): Promise<SearchedClaim[]> {
  const looked: SearchedClaim[] = [];
  for (const claim of claims) {
    signal.throwIfAborted();
    counts.searches += 1;
    try {
      looked.push({ claim, results: await deps.web.search(queryOf(claim), signal) });
    } catch (error) {
      counts.failures += 1;
      const isOnce = counts.failures < FAILURES_MAX;
      if (!(error instanceof WebSearchError) || error.kind === "unavailable" || !isOnce) throw error;
      judging().count("web", "deferred");
    }
  }
  return looked;
}

interface Reading {
  episode: Episode;
  looked: SearchedClaim[];
  entities: Map<string, Entity>;
}

/** One model call over the results; none if there are no results. */
async function read({ deps, counts, signal }: Check, { episode, looked, entities }: Reading): Promise<Trace> {
  const found = looked.filter(({ results }) => results.length > 0);
  const unclear = Object.fromEntries(looked.map(({ claim }) => [claim.id, "unclear" as const]));
  if (found.length === 0) {
    const unasked = traceOfCall(deps, episode.id, "web", COST_COUNTED_ELSEWHERE, { ballots: unclear });
    return { ...unasked, model: "none" };
  }
  const question: PassQuestion<Record<string, Ballot>> = {
    purpose: "web",
    messages: [webMessage(found)],
    schema: { name: "web", schema: webSchema(found.length) },
    read: (json) => readWebVerdicts(json, found, entities),
  };
  const call = await retryPreempted(signal, () => askPass(deps, question, signal));
  counts.modelCalls += 1;
  const said = { ballots: { ...unclear, ...call.read } };
  const trace = traceOfCall(deps, episode.id, "web", call, said);
  const sources = found.flatMap(({ claim, results }) =>
    results.map(({ url }) => ({ factId: claim.id, url: new URL(url).href })),
  );
  return { ...trace, reasoning: withSources(sources, trace.reasoning) };
}

/** An episode has one web trace: later checks of other claims are added to it. */
function joined(earlier: Trace | null, trace: Trace): Trace {
  if (earlier === null) return trace;
  const [before, now] = [splitSources(earlier), splitSources(trace)];
  return {
    ...trace,
    promptTokens: earlier.promptTokens + trace.promptTokens,
    completionTokens: earlier.completionTokens + trace.completionTokens,
    seconds: earlier.seconds + trace.seconds,
    ballots: { ...earlier.ballots, ...trace.ballots },
    reasoning: withSources([...before.sources, ...now.sources], now.reasoning ?? before.reasoning),
  };
}

async function settle(
  { deps, user, counts, judging }: Check,
  episodeId: string,
  ballots: Record<string, Ballot>,
): Promise<void> {
  await deps.graphLock.run(user.userId, async () => {
    const episode = await user.episode(episodeId);
    if (episode === null) return;
    const look = await openLook(user);
    const one = await readCase(look, episode, []);
    const { batch, verified, rejected } = judgeByWeb(judging(), one, ballots);
    const { forgettings } = look;
    if (batch.mutations.length === 0 || !(await user.apply({ ...batch, forgettings })).applied) return;
    counts.verified += verified;
    counts.rejected += rejected;
  });
}
