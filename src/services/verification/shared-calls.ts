import type { Episode } from "../../domain/model/episode.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { preemptible, retryPreempted } from "../maintenance/retry-preempted.ts";
import { countsAsAttempt } from "../model/attempt.ts";
import { BudgetSpent, isModelAway, Outdated, type AskDeps } from "./ask.ts";
import { blindGroups, blindPasses } from "./blind-reading.ts";
import type { PassInput, Pass } from "./ensemble.ts";
import {
  nextRuling,
  groupByCall,
  rulingPasses,
  rulingQuestion,
  type RulingQuestion,
} from "./reconcile/ruling-passes.ts";
import { RULING_PURPOSES } from "./reconcile/rulings.ts";
import { nextVerdict, verdictGroups, verdictPasses, VERDICT_PURPOSES } from "./verdicts.ts";

/** The parts of the idle pass that a model call about several episodes needs. */
export interface SharedCallRun {
  signal: AbortSignal;
  /** The inputs of those episodes that wait for a pass, each with the facts about to be believed from the ones before it. */
  inputs(episodeIds: readonly string[]): Promise<PassInput[]>;
  keep(episode: Episode, pass: Pass): Promise<unknown>;
  onCall(): void;
}

type EpisodePass = { episode: Episode; pass: Pass };

/** Reads neighbouring turns blind in one model call; turns without a neighbour are read individually later. */
export async function shareBlindReadings(
  deps: AskDeps,
  run: SharedCallRun,
  ids: readonly string[],
): Promise<void> {
  const groups = blindGroups(await run.inputs(ids));
  await askGroups(run, groups, (group) => blindPasses(deps, group, run.signal));
}

/** Votes on the statements of neighbouring turns in one model call; those left open are voted on turn by turn. */
export async function shareVerdicts(
  deps: AskDeps,
  run: SharedCallRun,
  ids: readonly string[],
): Promise<void> {
  for (const purpose of VERDICT_PURPOSES) {
    const inputs = await run.inputs(ids);
    const groups = verdictGroups(inputs.filter((input) => nextVerdict(input) === purpose));
    await askGroups(run, groups, (group) => verdictPasses(deps, purpose, group, run.signal));
  }
}

/**
 * Rulings over the statements of several episodes, oldest first, in one call. Statements of an earlier turn are about to be
 * believed and count as known. Pairs missing from the answer, or in a failed call, are asked about individually.
 */
export async function shareRulings(deps: AskDeps, run: SharedCallRun, ids: readonly string[]): Promise<void> {
  let inputs = await run.inputs(ids);
  const episodes = new Map(inputs.map(({ episode }) => [episode.id, episode]));
  for (const purpose of RULING_PURPOSES) {
    const questions: RulingQuestion[] = [];
    for (const one of inputs.filter((waiting) => nextRuling(waiting) === purpose))
      questions.push(
        await preemptible(deps.gate, run.signal, () => rulingQuestion(one, purpose, run.signal)),
      );
    const made: Trace[] = [];
    const groups = groupByCall(questions.filter(({ pairs }) => pairs.length > 0));
    await askGroups(run, groups, async (group) => {
      const traces = await rulingPasses(deps, purpose, group, run.signal);
      made.push(...traces);
      return traces.flatMap((trace) => {
        const episode = episodes.get(trace.episodeId);
        return episode === undefined ? [] : [{ episode, pass: { trace, missed: null } }];
      });
    });
    inputs = inputs.map((one) => ({
      ...one,
      traces: [...one.traces, ...made.filter(({ episodeId }) => episodeId === one.episode.id)],
    }));
  }
}

/** A failed call does not count as an attempt of its episodes: each is asked about individually afterwards. */
async function askGroups<T>(
  run: SharedCallRun,
  groups: T[][],
  ask: (group: T[]) => Promise<EpisodePass[]>,
): Promise<void> {
  for (const group of groups.filter(({ length }) => length > 1)) {
    try {
      const passes = await retryPreempted(run.signal, () => ask(group));
      run.onCall();
      for (const { episode, pass } of passes) await run.keep(episode, pass);
    } catch (error) {
      const isRefused = error instanceof Outdated || error instanceof BudgetSpent;
      if (run.signal.aborted || !(isRefused || countsAsAttempt(error) || isModelAway(error))) throw error;
      return;
    }
  }
}
