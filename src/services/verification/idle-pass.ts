import { EngramError, toEngramError } from "../../errors.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import type { Stage } from "../../domain/model/rejection.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { clip } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { Kernel } from "../kernel.ts";
import { stepsOf, storeDiff, waitingSteps } from "../maintenance/diff.ts";
import { preemptible, retryPreempted } from "../maintenance/retry-preempted.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { Preempted } from "../model/gate.ts";
import { isDoubted } from "../model/trust.ts";
import { BudgetSpent, isModelAway, Outdated, type AskDeps } from "./ask.ts";
import { openLook, readCase, rereadGraph, type EpisodeCase, type Look } from "./episode-case.ts";
import type { WebCheck } from "./web/check.ts";
import { passBatch } from "./pass-batch.ts";
import { consequencesBatch, findConsequences, newsWithoutConsequences } from "./reconcile/consequences.ts";
import type { Votes } from "./assess.ts";
import { judgeEpisode, leftToAsk, type JudgeContext, type Judged } from "./judge.ts";
import { nextPass, RULINGS, VOTES, type Pass, type PassInput } from "./stages.ts";

/** Episodes read per look into the store (MNT-2). */
const EPISODES_PER_LOOK = 25;
/** Episodes judged by a dry run; it changes nothing, so it cannot resume. */
const DRY_RUN_EPISODES_MAX = 1000;
/**
 * An episode is set aside when its attempts reach a multiple of this: the first is for code, three are for the model. Attempts are
 * never reset, as they identify batches.
 */
const ATTEMPTS_PER_ROUND = 4;
/** After this many consecutive model failures the model itself is at fault, and the pass ends. */
const FAILURES_IN_A_ROW_MAX = 3;
const REASON_CHARS_MAX = 200;
/** Model calls for one episode: one blind reading, two verdicts, two rulings. */
const CALLS_MAX = 5;
/** Maximum number of consecutive retries because of a forgetting between the reading of an episode and its judgement. */
const TRIES_MAX = 3;

export interface IdlePassDeps extends Kernel {
  /** Whether a unanimous vote is enough to believe the assistant's claims about the world. */
  trustAssistant: boolean;
  web: WebCheck;
  count: (stage: Stage, outcome: "passed" | "rejected" | "deferred", userId: string) => void;
  onVoted?: (userId: string, agreed: boolean) => void;
  /** Called after each model call; `failure` if it failed, in which case the pass continues with the next item. */
  onAsked?: (failure: unknown) => void;
  /** The reasoning behind a vote looked suspicious (COT-2); advisory. */
  onSuspicious?: () => void;
  onJudged?: (userId: string, episodeId: string, counts: IdlePassCounts) => void;
}

interface IdlePassCounts {
  episodes: number;
  verified: number;
  rejected: number;
  /** Statements still waiting for a vote. */
  deferred: number;
}

interface RunCounts extends IdlePassCounts {
  modelCalls: number;
  /** Episodes (and conversations, for consequences) for which the model call failed. */
  failed: number;
}

interface IdlePassOptions {
  signal: AbortSignal;
  runId: string;
  dryRun: boolean;
  /** Started by the idle clock or a schedule: respects quiet hours and its budget. */
  automatic: boolean;
}

interface Run extends IdlePassOptions {
  userId: string;
  user: UserStore;
  total: RunCounts;
  /** Open statements by episode, so that those already voted on are not counted as waiting. */
  open: Map<string, number>;
  /** Consecutive episodes for which the model failed. */
  failuresInARow: number;
  /** Opened on first use: a user without data stays without. */
  look: Look | null;
  /** Episodes judged by votes in this run. */
  concluded: string[];
}

export type IdlePass = ReturnType<typeof createIdlePass>;

export function createIdlePass(deps: IdlePassDeps) {
  const { canVote } = deps;

  const contextOf = (run: Run, votes: Votes | null): JudgeContext => ({
    user: run.user,
    newId: deps.newId,
    now: deps.clock.now(),
    runId: run.runId,
    votes,
    count: run.dryRun ? () => undefined : (stage, outcome) => deps.count(stage, outcome, run.userId),
    onVoted: run.dryRun ? undefined : (agreed) => deps.onVoted?.(run.userId, agreed),
  });

  const votesOf = ({ traces }: EpisodeCase, complete: boolean): Votes => {
    return { traces, trustAssistant: deps.trustAssistant, complete };
  };

  const judged = (run: Run, one: EpisodeCase, complete: boolean): Promise<Judged> =>
    judgeEpisode(contextOf(run, canVote() ? votesOf(one, complete) : null), one);

  const lookOf = async (run: Run): Promise<Look> => (run.look ??= await openLook(run.user));

  /** Oldest first. */
  const waitingFor = (run: Run, verification: "pending" | "deferred", limit: number): Promise<Episode[]> =>
    run.user.episodes({ verification, order: "oldest", limit });

  const tracesOf = async (run: Run, episodes: readonly Episode[]): Promise<Map<string, Trace[]>> => {
    const traces = await run.user.traces(episodes.map(({ id }) => id));
    return Map.groupBy(traces, ({ episodeId }) => episodeId);
  };

  /** Reads the cases of these episodes that are not in the look yet. */
  const openCases = async (run: Run, episodes: readonly Episode[]): Promise<void> => {
    const look = await lookOf(run);
    const fresh = episodes.filter(({ id }) => !look.cases.has(id));
    if (fresh.length === 0) return;
    const traces = await tracesOf(run, fresh);
    for (const episode of fresh) {
      const read = (): Promise<EpisodeCase> => readCase(look, episode, traces.get(episode.id) ?? []);
      look.cases.set(episode.id, await preemptible(deps.gate, run.signal, read));
    }
  };

  /** Discards the cached case of an episode; after a forgetting, discards the whole look. */
  const readAgain = async (run: Run, episodeId: string): Promise<void> => {
    const look = await lookOf(run);
    if ((await run.user.forgettings()) === look.forgettings) look.cases.delete(episodeId);
    else run.look = null;
  };

  const isSpent = async (run: Run): Promise<boolean> => run.automatic && deps.budget.isSpent(run.userId);

  const askDeps = (run: Run): AskDeps => ({
    ...deps,
    async beforeCall() {
      if (await isSpent(run)) throw new BudgetSpent();
      if ((await run.user.forgettings()) !== run.look?.forgettings) throw new Outdated();
    },
  });

  /** Null if the episode is not waiting for a pass. */
  const caseOf = async (run: Run, episodeId: string): Promise<EpisodeCase | null> => {
    const look = await lookOf(run);
    if (!look.cases.has(episodeId)) {
      const episode = await run.user.episode(episodeId);
      const isWaiting = episode?.verification.state === "deferred";
      const traces = isWaiting ? await run.user.traces([episodeId]) : [];
      if (isWaiting) look.cases.set(episodeId, await readCase(look, episode, traces));
    }
    return look.cases.get(episodeId) ?? null;
  };

  const noteJudged = (run: Run, { episode }: EpisodeCase, { verified, rejected, deferred }: Judged): void => {
    if (episode.verification.state === "pending") run.total.episodes += 1;
    run.total.verified += verified;
    run.total.rejected += rejected;
    run.open.set(episode.id, deferred);
    if (!run.dryRun) deps.onJudged?.(run.userId, episode.id, { episodes: 1, verified, rejected, deferred });
  };

  /** Judges and writes; null if the batch was not applied. */
  const judge = async (run: Run, one: EpisodeCase, complete: boolean): Promise<Judged | null> => {
    const made = await judged(run, one, complete);
    const { forgettings } = await lookOf(run);
    if (!(await run.user.apply({ ...made.batch, forgettings })).applied) return null;
    noteJudged(run, one, made);
    return made;
  };

  /** The first judgement, by code, serialised with other writers of the graph; false if it was not applied. */
  const judgePending = (run: Run, episode: Episode, traces: Trace[]): Promise<boolean> =>
    deps.graphLock.run(run.userId, async () => {
      const look = await lookOf(run);
      const one = await readCase(look, episode, traces);
      const made = await judge(run, one, false);
      if (made === null) await readAgain(run, episode.id);
      else if (made.deferred > 0 && canVote())
        look.cases.set(episode.id, await afterCode(run.user, one, made));
      return made !== null;
    });

  /**
   * The second judgement, by all votes. Its part of the graph is read again under the lock, as model calls take time. The rest is
   * read again only if a forgetting kept the batch from being applied.
   */
  const judgeVoted = (run: Run, episodeId: string): Promise<void> =>
    deps.graphLock.run(run.userId, async () => {
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const known = await caseOf(run, episodeId);
        if (known === null) return;
        const one = await rereadGraph(run.user, known);
        const made = await judge(run, one, true);
        if (made !== null) {
          const { cases } = await lookOf(run);
          cases.delete(episodeId);
          run.concluded.push(episodeId);
          for (const other of cases.values()) meetBeliefs(other, one, made);
          return;
        }
        await readAgain(run, episodeId);
      }
    });

  /** A dry run: changes nothing and calls no model; the diff is stored. */
  const dryRun = async (run: Run): Promise<void> => {
    const steps: DiffStep[] = [];
    for (const from of canVote() ? (["pending", "deferred"] as const) : (["pending"] as const)) {
      const waiting = await waitingFor(run, from, DRY_RUN_EPISODES_MAX);
      const traces = await tracesOf(run, waiting);
      for (const episode of waiting) {
        const read = async (): Promise<EpisodeCase> =>
          readCase(await lookOf(run), episode, traces.get(episode.id) ?? []);
        const one = await preemptible(deps.gate, run.signal, read);
        const made = await judged(run, one, false);
        noteJudged(run, one, made);
        const { batch, open, accepted } = made;
        steps.push(...stepsOf(batch.mutations), ...waitingSteps(open, "votes"));
        steps.push(...waitingSteps(accepted, "ruling"));
      }
    }
    await storeDiff(run.user, run.runId, steps);
  };

  /** The input of an episode's next pass; null if it is not waiting for one. */
  const inputOf = async (
    run: Run,
    episodeId: string,
    before: readonly Fact[] = [],
  ): Promise<PassInput | null> => {
    const one = await caseOf(run, episodeId);
    if (one === null) return null;
    const { user, self, settings, nothingNear } = await lookOf(run);
    const { episode, earlier, entities, traces } = one;
    const left = await leftToAsk({ ...contextOf(run, votesOf(one, false)), awaited: before }, one);
    const nearby = { user, selfId: self.id, embedStatement: deps.embedStatement };
    const { timeZone } = settings;
    return { episode, timeZone, earlier, ...left, before, nearby, entities, traces, nothingNear };
  };

  /** Empty for a single episode, which shares no call. */
  const sharedInputs = async (run: Run, ids: readonly string[]): Promise<PassInput[]> => {
    const inputs: PassInput[] = [];
    for (const id of ids.length < 2 ? [] : ids) {
      const before = inputs.flatMap(({ accepted }) => accepted);
      const input = await preemptible(deps.gate, run.signal, () => inputOf(run, id, before));
      if (input !== null) inputs.push(input);
    }
    return inputs;
  };

  const keep = (run: Run, episode: Episode, pass: Pass): Promise<void> =>
    deps.graphLock.run(run.userId, async () => {
      const { user, runId } = run;
      const look = await lookOf(run);
      const given = { ...deps, user, runId, settings: look.settings, now: deps.clock.now() };
      const batch = await passBatch(given, episode, pass);
      if ((pass.trace.suspicion ?? 0) > SUSPICIOUS) deps.onSuspicious?.();
      const { applied } = await user.apply({ ...batch, forgettings: look.forgettings });
      const one = look.cases.get(episode.id);
      if (!applied || one === undefined) return readAgain(run, episode.id);
      const made = batch.mutations.flatMap((step) => (step.op === "trace.put" ? [step.trace] : []));
      const traces = [...one.traces, ...made];
      const hasMissed = batch.mutations.length > made.length;
      if (hasMissed) look.nothingNear.delete(episode.id);
      const now = hasMissed ? await readCase(look, one.episode, traces) : { ...one, traces };
      look.cases.set(episode.id, now);
    });

  /** Makes and stores one model call for an episode; false if none is left. */
  const askOnce = async (run: Run, episodeId: string, stages: typeof VOTES): Promise<boolean> => {
    const input = await inputOf(run, episodeId);
    const pass = input && (await nextPass(askDeps(run), stages, input, run.signal));
    if (input === null || pass === null) return false;
    run.total.modelCalls += 1;
    await keep(run, input.episode, pass);
    return true;
  };

  /** Waits for chats to end: reads for the next call must not compete with the search of the message that preempted the model. */
  const chatsEnded = (run: Run): Promise<void> =>
    deps.gate.background("idle", run.signal, async () => undefined);

  /** Makes all model calls of an episode in sequence; false if the pass must stop: out of budget. */
  const askAll = async (run: Run, episodeId: string, stages: typeof VOTES): Promise<boolean> => {
    for (let calls = 0; calls <= CALLS_MAX;) {
      run.signal.throwIfAborted();
      try {
        if (!(await askOnce(run, episodeId, stages))) break;
        calls += 1;
      } catch (error) {
        if (error instanceof BudgetSpent) return false;
        if (run.signal.aborted) throw error;
        if (error instanceof Outdated) await readAgain(run, episodeId);
        else if (error instanceof Preempted) await chatsEnded(run);
        else throw error;
      }
    }
    return true;
  };

  const conclude = async (run: Run, episodeId: string): Promise<boolean> => {
    if (!(await askAll(run, episodeId, [...VOTES, ...RULINGS]))) return false;
    await judgeVoted(run, episodeId);
    return true;
  };

  /**
   * Makes the calls of these stages that several episodes can share. A failed one does not count as an attempt of its episodes: what
   * is left is asked about individually afterwards.
   */
  const shareCalls = async (run: Run, ids: readonly string[], stages: typeof VOTES): Promise<void> => {
    for (const { shared } of stages) {
      const inputs = await sharedInputs(run, ids);
      const episodes = new Map(inputs.map(({ episode }) => [episode.id, episode]));
      for (const ask of await shared(askDeps(run), inputs, run.signal)) {
        try {
          const passes = await retryPreempted(run.signal, ask);
          run.total.modelCalls += 1;
          for (const pass of passes) {
            const episode = episodes.get(pass.trace.episodeId);
            if (episode !== undefined) await keep(run, episode, pass);
          }
        } catch (error) {
          const isRefused = error instanceof Outdated || error instanceof BudgetSpent;
          if (run.signal.aborted || !(isRefused || countsAsAttempt(error) || isModelAway(error))) throw error;
          break;
        }
      }
    }
  };

  /** Records a failed attempt; after the last of a round the episode waits until it is requested again. */
  const setAside = async (run: Run, episodeId: string, failure: unknown): Promise<void> => {
    run.look?.cases.delete(episodeId);
    const episode = await run.user.episode(episodeId);
    const state = episode?.verification.state;
    if (episode === null || (state !== "pending" && state !== "deferred")) return;
    const attempts = episode.verification.attempts + 1;
    const verification = {
      state: attempts % ATTEMPTS_PER_ROUND === 0 ? ("failed" as const) : state,
      attempts,
      error: clip(toEngramError(failure).message, REASON_CHARS_MAX),
    };
    await run.user.apply({
      actor: "verify",
      reason: "verification_failed",
      expect: { episodeId, verification: state },
      mutations: [{ op: "episode.patch", id: episodeId, set: { verification } }],
    });
  };

  const judgeAll = async (run: Run): Promise<void> => {
    for (let looks = 0, isThrough = false; !isThrough; looks += 1) {
      const waiting = await waitingFor(run, "pending", EPISODES_PER_LOOK);
      if (waiting.length === 0) return;
      if (looks > 0) run.look = null;
      const traces = await tracesOf(run, waiting);
      isThrough = waiting.length < EPISODES_PER_LOOK;
      for (const episode of waiting) {
        run.signal.throwIfAborted();
        try {
          const mine = traces.get(episode.id) ?? [];
          const step = (): Promise<boolean> => judgePending(run, episode, mine);
          if (!(await deps.gate.background("code", run.signal, step))) isThrough = false;
        } catch (error) {
          if (run.signal.aborted) throw error;
          isThrough = false;
          if (error instanceof Preempted) break;
          await setAside(run, episode.id, error);
        }
      }
    }
  };

  /**
   * Runs a step for each episode in turn. A failure counts as an attempt of that episode alone and does not hold up the others.
   * Returns the episodes that succeeded; null if the pass must stop.
   */
  const stepThrough = async (
    run: Run,
    ids: string[],
    step: (run: Run, id: string) => Promise<boolean>,
  ): Promise<string[] | null> => {
    const through: string[] = [];
    for (const id of ids) {
      const callsBefore = run.total.modelCalls;
      try {
        if (!(await step(run, id))) return null;
        through.push(id);
        if (run.total.modelCalls > callsBefore) {
          run.failuresInARow = 0;
          deps.onAsked?.(null);
        }
      } catch (error) {
        if (isModelAway(error)) return null;
        if (run.signal.aborted || !countsAsAttempt(error)) throw error;
        await setAside(run, id, error);
        deps.onAsked?.(error);
        run.total.failed += 1;
        run.failuresInARow += 1;
        if (run.failuresInARow >= FAILURES_IN_A_ROW_MAX) return null;
      }
    }
    return through;
  };

  /** All votes of a look come before the first ruling, so that rulings over several episodes can share a call. */
  const voteAll = async (run: Run): Promise<void> => {
    const seen = new Set<string>();
    for (;;) {
      const limit = seen.size + EPISODES_PER_LOOK;
      const deferred = await waitingFor(run, "deferred", limit);
      const fresh = deferred.filter(({ id }) => !seen.has(id));
      if (fresh.length === 0) return;
      if (seen.size > 0) run.look = null;
      const next = fresh.map(({ id }) => id);
      for (const id of next) seen.add(id);
      await openCases(run, fresh);
      await shareCalls(run, next, VOTES);
      const voted = await stepThrough(run, next, (_, id) => askAll(run, id, VOTES));
      if (voted === null) return;
      await shareCalls(run, voted, RULINGS);
      if ((await stepThrough(run, voted, conclude)) === null || deferred.length < limit) return;
    }
  };

  /** Facts ended as a consequence of each conversation's news; each conversation is a checkpoint. */
  const lookAtConsequences = async (run: Run): Promise<void> => {
    const forgettings = await run.user.forgettings();
    for (const news of await newsWithoutConsequences(run.user, run.concluded)) {
      const selfId = (await lookOf(run)).self.id;
      const nearby = { user: run.user, selfId, embedStatement: deps.embedStatement };
      if (await isSpent(run)) return;
      try {
        const found = await retryPreempted(run.signal, () =>
          findConsequences(deps, nearby, news, run.signal),
        );
        run.total.modelCalls += found.calls;
        const batch = consequencesBatch(news, found, deps.clock.now(), run.runId);
        const write = () => run.user.apply({ ...batch, forgettings });
        const { applied } = await deps.graphLock.run(run.userId, write);
        // Anything read before a forgetting is read again by the next pass.
        if (!applied && (await run.user.forgettings()) !== forgettings) return;
      } catch (error) {
        if (isModelAway(error)) return;
        if (run.signal.aborted || !(error instanceof EngramError) || !countsAsAttempt(error)) throw error;
        deps.onAsked?.(error);
        run.total.failed += 1;
      }
    }
  };

  /** The last step: web checks of the assistant's claims about the world, if the owner allows them. */
  const checkOnWeb = async (run: Run): Promise<Record<string, number>> => {
    const { searches, modelCalls, verified, rejected } = await deps.web.run({
      user: run.user,
      signal: run.signal,
      automatic: run.automatic,
      judging: () => contextOf(run, null),
      isSpent: () => isSpent(run),
    });
    run.total.modelCalls += modelCalls;
    run.total.verified += verified;
    run.total.rejected += rejected;
    return { searches };
  };

  return {
    /**
     * States of an episode: pending -> done | deferred | failed; deferred -> done | failed. Code judges pending episodes, oldest
     * first; the model's passes judge deferred ones. Each model call and each judgement is a checkpoint. Yields to chat between and
     * inside steps; stops on the signal, and the next call resumes without repeating anything.
     */
    async run(userId: string, options: IdlePassOptions): Promise<RunCounts> {
      const user = deps.store.forUser(userId);
      const total = { episodes: 0, verified: 0, rejected: 0, deferred: 0, modelCalls: 0, failed: 0 };
      // Proposals of a doubted model wait for the owner or a better model.
      if (isDoubted(deps.model)) return total;
      const run: Run = {
        ...options,
        userId,
        user,
        total,
        open: new Map(),
        failuresInARow: 0,
        look: null,
        concluded: [],
      };
      if (options.dryRun) await dryRun(run);
      else await judgeAll(run);
      if (canVote() && !options.dryRun) {
        await voteAll(run);
        await lookAtConsequences(run);
      }
      total.deferred = [...run.open.values()].reduce((sum, open) => sum + open, 0);
      const searched = deps.web.isOn() && !options.dryRun ? await checkOnWeb(run) : {};
      return { ...total, ...searched };
    },
  };
}

/** The case after its first judgement, now waiting for votes. */
async function afterCode(user: UserStore, one: EpisodeCase, { batch }: Judged): Promise<EpisodeCase> {
  const { attempts } = one.episode.verification;
  const verification = { state: "deferred", attempts: attempts + 1, error: null } as const;
  const deferred = { ...one, episode: { ...one.episode, verification } };
  const isAllLeft = batch.mutations.every(({ op }) => op === "episode.patch");
  return isAllLeft ? deferred : rereadGraph(user, deferred);
}

/** Applies to this case the facts that another episode promoted or ended. */
function meetBeliefs(one: EpisodeCase, judged: EpisodeCase, { changes }: Judged): void {
  const staged = new Set(judged.staged.map(({ id }) => id));
  const news = changes.believed.filter(({ id }) => staged.has(id));
  one.believed = [...one.believed.filter(({ id }) => !changes.gone.has(id)), ...news];
}
