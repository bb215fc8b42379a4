import { EngramError, toEngramError } from "../../errors.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import { SUSPICIOUS } from "../../domain/belief/suspicion.ts";
import type { DiffStep } from "../../domain/model/diff.ts";
import { clip } from "../../language/text.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import { STEPS_MAX, stepsOf, waitingSteps } from "../maintenance/diff.ts";
import { preemptible, retryPreempted } from "../maintenance/retry-preempted.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { Preempted } from "../model/gate.ts";
import { isDoubted, isTrusted } from "../model/trust.ts";
import { isModelAway } from "./ask.ts";
import { nextPass, nextVote, type PassInput, type NextPass, type Pass } from "./ensemble.ts";
import { passBatch, readPassInput } from "./pass-input.ts";
import { consequencesBatch, findConsequences, newsWithoutConsequences } from "./reconcile/consequences.ts";
import type { IdlePass, IdlePassDeps, IdlePassOptions, RunCounts } from "./idle-pass-types.ts";
import { judgeEpisode, type JudgeContext, type Votes } from "./judge.ts";
import { shareBlindReadings, shareRulings, shareVerdicts, type SharedCallRun } from "./shared-calls.ts";

/** Episodes read per look into the store (MNT-2). */
const EPISODES_PER_LOOK = 25;
/** Episodes a dry run judges; it changes nothing, so it cannot go on from where it was. */
const DRY_RUN_EPISODES_MAX = 1000;
/**
 * An episode is set aside when its attempts reach a multiple of this: the first is code's, three are the model's. They
 * are never counted anew, as batches are known by them.
 */
const ATTEMPTS_PER_ROUND = 4;
/** Episodes in a row that the model failed at: it is the model, and the pass ends. */
const FAILURES_IN_A_ROW_MAX = 3;
const REASON_CHARS_MAX = 200;
/** Model calls for one episode: one blind reading, two verdicts, two rulings. */
const CALLS_MAX = 5;

interface Run extends IdlePassOptions {
  userId: string;
  user: UserStore;
  total: RunCounts;
  /** Open statements by episode, so that one which was voted on is not counted as waiting. */
  open: Map<string, number>;
  /** Episodes that the model failed at, one after another. */
  failuresInARow: number;
  /** As `MutationBatch.forgettings`, of what was last read about each episode. */
  forgettings: Map<string, number>;
}

export function createIdlePass(deps: IdlePassDeps): IdlePass {
  const canVote = (): boolean => deps.voting && isTrusted(deps.model);

  const contextOf = (run: Run, votes: Votes | null): JudgeContext => ({
    user: run.user,
    newId: deps.newId,
    now: deps.clock.now(),
    runId: run.runId,
    votes,
    count: run.dryRun ? () => undefined : (stage, outcome) => deps.count(stage, outcome, run.userId),
    onVoted: run.dryRun ? undefined : (agreed) => deps.onVoted?.(run.userId, agreed),
  });

  const votesOn = async (run: Run, episodeId: string, complete: boolean): Promise<Votes> => ({
    traces: await run.user.traces([episodeId]),
    trustAssistant: deps.trustAssistant,
    complete,
  });

  /** Judges and applies, in turn with other writers of the same graph. */
  const judge = (run: Run, episodeId: string, from: "pending" | "deferred"): Promise<void> =>
    deps.graphLock.run(run.userId, async () => {
      const episode = await run.user.episode(episodeId);
      if (episode?.verification.state !== from) return;
      const complete = from === "deferred";
      const votes = canVote() ? await votesOn(run, episodeId, complete) : null;
      const { batch, verified, rejected, deferred } = await judgeEpisode(contextOf(run, votes), episode);
      if (!(await run.user.apply(batch)).applied) return;
      if (from === "pending") run.total.episodes += 1;
      run.total.verified += verified;
      run.total.rejected += rejected;
      run.open.set(episodeId, deferred);
      deps.onJudged?.(run.userId, episodeId, { episodes: 1, verified, rejected, deferred });
    });

  /** What judging would do to one episode now, before any further vote. */
  const dryRunOne = async (run: Run, id: string, from: "pending" | "deferred"): Promise<DiffStep[]> => {
    const episode = await run.user.episode(id);
    if (episode?.verification.state !== from) return [];
    const votes = canVote() ? await votesOn(run, id, false) : null;
    const { batch, verified, rejected, deferred, open, accepted } = await judgeEpisode(
      contextOf(run, votes),
      episode,
    );
    if (from === "pending") run.total.episodes += 1;
    run.total.verified += verified;
    run.total.rejected += rejected;
    run.open.set(id, deferred);
    return [...stepsOf(batch.mutations), ...waitingSteps(open, "votes"), ...waitingSteps(accepted, "ruling")];
  };

  /** A dry run: nothing is changed and no model asked; the diff is stored. */
  const dryRun = async (run: Run): Promise<void> => {
    const steps: DiffStep[] = [];
    for (const from of canVote() ? (["pending", "deferred"] as const) : (["pending"] as const)) {
      const waiting = await run.user.episodes({
        verification: from,
        order: "oldest",
        limit: DRY_RUN_EPISODES_MAX,
      });
      for (const { id } of waiting) {
        run.signal.throwIfAborted();
        steps.push(...(await preemptible(deps.gate, run.signal, () => dryRunOne(run, id, from))));
      }
    }
    await run.user.putDiff(run.runId, steps.slice(0, STEPS_MAX));
  };

  /** What the next pass over an episode needs; null when it waits for none. */
  const readInput = async (
    run: Run,
    episodeId: string,
    before: readonly Fact[] = [],
    forgettings?: number,
  ): Promise<PassInput | null> => {
    run.forgettings.set(episodeId, forgettings ?? (await run.user.forgettings()));
    const episode = await run.user.episode(episodeId);
    if (episode?.verification.state !== "deferred") return null;
    const votes = await votesOn(run, episodeId, false);
    const silent = { ...contextOf(run, votes), awaited: before, count: () => undefined, onVoted: undefined };
    const judged = await judgeEpisode(silent, episode);
    return readPassInput(run.user, episode, judged, before, votes.traces, deps.embedStatement);
  };

  const keep = (run: Run, episode: Episode, pass: Pass): Promise<unknown> =>
    deps.graphLock.run(run.userId, async () => {
      const now = deps.clock.now();
      const kept = await passBatch({ ...deps, user: run.user, runId: run.runId, now }, episode, pass);
      await run.user.apply({ ...kept, forgettings: run.forgettings.get(episode.id) });
      if ((pass.trace.suspicion ?? 0) > SUSPICIOUS) deps.onSuspicious?.();
    });

  /** One model call for an episode, kept; false when none is left to make. */
  const askOnce = async (run: Run, episodeId: string, next: NextPass): Promise<boolean> => {
    const input = await readInput(run, episodeId);
    const pass = input && (await next(deps, input, run.signal));
    if (input === null || pass === null) return false;
    run.total.modelCalls += 1;
    await keep(run, input.episode, pass);
    return true;
  };

  /** What is read for the next call must not stand beside the search of the message that took the model. */
  const chatsEnded = (run: Run): Promise<void> =>
    deps.gate.background("idle", run.signal, async () => undefined);

  const isSpent = async (run: Run): Promise<boolean> => run.automatic && deps.budget.isSpent(run.userId);

  /** Every call that an episode needs, one by one; false when the pass must stop here: out of budget. */
  const askAll = async (run: Run, episodeId: string, next: NextPass): Promise<boolean> => {
    for (let calls = 0; calls <= CALLS_MAX;) {
      run.signal.throwIfAborted();
      if (await isSpent(run)) return false;
      try {
        if (!(await askOnce(run, episodeId, next))) break;
        calls += 1;
      } catch (error) {
        if (!(error instanceof Preempted) || run.signal.aborted) throw error;
        await chatsEnded(run);
      }
    }
    return true;
  };

  const conclude = async (run: Run, episodeId: string): Promise<boolean> => {
    if (!(await askAll(run, episodeId, nextPass))) return false;
    await judge(run, episodeId, "deferred");
    return true;
  };

  const sharedCallRun = (run: Run): SharedCallRun => ({
    signal: run.signal,
    forgettings: () => run.user.forgettings(),
    readInput: (id, ...given) => readInput(run, id, ...given),
    keep: (episode, pass) => keep(run, episode, pass),
    isSpent: () => isSpent(run),
    onCall: () => (run.total.modelCalls += 1),
  });

  /** One more failed attempt; after the last of a round it waits until it is asked for again. */
  const setAside = async (run: Run, episodeId: string, failure: unknown): Promise<void> => {
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
    for (;;) {
      const waiting = await run.user.episodes({
        verification: "pending",
        order: "oldest",
        limit: EPISODES_PER_LOOK,
      });
      if (waiting.length === 0) return;
      for (const { id } of waiting) {
        run.signal.throwIfAborted();
        try {
          await deps.gate.background("code", run.signal, () => judge(run, id, "pending"));
        } catch (error) {
          if (run.signal.aborted) throw error;
          if (error instanceof Preempted) break;
          await setAside(run, id, error);
        }
      }
    }
  };

  /**
   * A step for one episode after another. What fails for one is its own failed attempt, and holds up no other. Returns
   * those that went through; null when the pass must stop here.
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

  /** Votes on all of a look come before the first ruling: so rulings over several episodes share a call. */
  const voteAll = async (run: Run): Promise<void> => {
    const seen = new Set<string>();
    for (;;) {
      const deferred = await run.user.episodes({
        verification: "deferred",
        order: "oldest",
        limit: seen.size + EPISODES_PER_LOOK,
      });
      const next = deferred.flatMap(({ id }) => (seen.has(id) ? [] : [id]));
      if (next.length === 0) return;
      for (const id of next) seen.add(id);
      await shareBlindReadings(deps, sharedCallRun(run), next);
      await shareVerdicts(deps, sharedCallRun(run), next);
      const voted = await stepThrough(run, next, (_, id) => askAll(run, id, nextVote));
      if (voted === null) return;
      await shareRulings(deps, sharedCallRun(run), voted);
      if ((await stepThrough(run, voted, conclude)) === null) return;
    }
  };

  /** What the news of each conversation bring to an end; each conversation is a checkpoint. */
  const lookAtConsequences = async (run: Run): Promise<void> => {
    const self = await run.user.self();
    const nearby = { user: run.user, selfId: self.id, embedStatement: deps.embedStatement };
    const forgettings = await run.user.forgettings();
    for (const news of await newsWithoutConsequences(run.user)) {
      if (await isSpent(run)) return;
      try {
        const found = await retryPreempted(run.signal, () =>
          findConsequences(deps, nearby, news, run.signal),
        );
        run.total.modelCalls += found.calls;
        const batch = consequencesBatch(news, found, deps.clock.now(), run.runId);
        await deps.graphLock.run(run.userId, () => run.user.apply({ ...batch, forgettings }));
        // What was read before a forgetting is read anew by the next pass.
        if ((await run.user.forgettings()) !== forgettings) return;
      } catch (error) {
        if (isModelAway(error)) return;
        if (run.signal.aborted || !(error instanceof EngramError) || !countsAsAttempt(error)) throw error;
        deps.onAsked?.(error);
        run.total.failed += 1;
      }
    }
  };

  /** The last step: what the assistant taught about the world, where its owner lets it be looked up. */
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
    canVote,
    async run(userId, options) {
      const user = deps.store.forUser(userId);
      const total = { episodes: 0, verified: 0, rejected: 0, deferred: 0, modelCalls: 0, failed: 0 };
      // What a doubted model proposed waits for its owner, or for a better one.
      if (isDoubted(deps.model)) return total;
      const run: Run = {
        ...options,
        userId,
        user,
        total,
        open: new Map(),
        failuresInARow: 0,
        forgettings: new Map(),
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
