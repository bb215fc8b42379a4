import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { TurnExtraction } from "../../domain/model/proposal.ts";
import type { Trace } from "../../domain/model/trace.ts";
import { preemptible } from "../maintenance/retry-preempted.ts";
import type { AskDeps } from "./ask.ts";
import { blindGroups, blindPasses, waitsForBlindReading } from "./blind-reading.ts";
import type { NearbyDeps } from "./reconcile/nearby.ts";
import { groupByCall, nextRuling, rulingPasses, rulingQuestion } from "./reconcile/ruling-passes.ts";
import { RULING_PURPOSES } from "./reconcile/rulings.ts";
import { nextVerdict, verdictGroups, verdictPasses, VERDICT_PURPOSES } from "./verdicts.ts";

/** Input of the next pass over an episode. */
export interface PassInput {
  episode: Episode;
  timeZone: string;
  /** Turns of the conversation before it, oldest first. */
  earlier: Episode[];
  /** Staged facts decided neither by code nor by the passes so far. */
  open: Fact[];
  /** Accepted facts that still have to be reconciled with known ones. */
  accepted: Fact[];
  /** Facts of earlier turns that are about to be believed. */
  before: readonly Fact[];
  nearby: NearbyDeps;
  /** Believed facts about their subjects. */
  believed: Fact[];
  entities: Map<string, Entity>;
  /** Passes made so far. */
  traces: Trace[];
  /** As `Look.nothingNear`. */
  nothingNear: Set<string>;
}

/** The result of one pass; stored before the next one begins. */
export interface Pass {
  trace: Trace;
  /** Statements that only the blind reading found. */
  missed: TurnExtraction | null;
}

/** A kind of model call. `Question`: what it asks about one episode. */
interface StageOf<Question> {
  /** Whether it is the episode's next call. */
  waits: (input: PassInput) => boolean;
  /** Null if there is nothing to ask. */
  question: (input: PassInput, signal: AbortSignal) => Promise<Question | null>;
  /** Questions that may share a call. */
  groups: (questions: Question[]) => Question[][];
  /** With several questions, one whose answer is incomplete gets no pass yet. */
  ask: (deps: AskDeps, questions: Question[], signal: AbortSignal) => Promise<Pass[]>;
}

interface Stage {
  waits: (input: PassInput) => boolean;
  /** Null if there is nothing to ask. */
  alone: (deps: AskDeps, input: PassInput, signal: AbortSignal) => Promise<Pass | null>;
  /** The calls that several of these episodes can share. */
  shared: (deps: AskDeps, inputs: PassInput[], signal: AbortSignal) => Promise<(() => Promise<Pass[]>)[]>;
}

const stage = <Question>({ waits, question, groups, ask }: StageOf<Question>): Stage => ({
  waits,
  async alone(deps, input, signal) {
    const asked = await question(input, signal);
    return asked === null ? null : ((await ask(deps, [asked], signal))[0] ?? null);
  },
  async shared(deps, inputs, signal) {
    const questions: Question[] = [];
    for (const input of inputs.filter(waits)) {
      const asked = await preemptible(deps.gate, signal, () => question(input, signal));
      if (asked !== null) questions.push(asked);
    }
    const several = groups(questions).filter(({ length }) => length > 1);
    return several.map((group) => () => ask(deps, group, signal));
  },
});

/**
 * The votes on open facts: one blind reading that does not see the proposals, then two verdict passes over those it leaves open.
 * An unreadable answer is an abstention: it is stored as one and not retried.
 */
export const VOTES: readonly Stage[] = [
  stage({
    waits: waitsForBlindReading,
    question: async (input) => input,
    groups: blindGroups,
    ask: blindPasses,
  }),
  ...VERDICT_PURPOSES.map((purpose) =>
    stage({
      waits: (input) => nextVerdict(input) === purpose,
      question: async (input) => input,
      groups: verdictGroups,
      ask: (deps, inputs, signal) => verdictPasses(deps, purpose, inputs, signal),
    }),
  ),
];

/**
 * Rulings on how accepted facts relate to known ones: first each is compared with the nearest known ones; if that would close
 * something, a second reader rules on it in other words and another order. An unreadable answer rules nothing.
 */
export const RULINGS: readonly Stage[] = RULING_PURPOSES.map((purpose) =>
  stage({
    waits: (input) => nextRuling(input) === purpose,
    async question(input, signal) {
      const asked = await rulingQuestion(input, purpose, signal);
      return asked.pairs.length === 0 ? null : asked;
    },
    groups: groupByCall,
    ask: async (deps, questions, signal) =>
      (await rulingPasses(deps, purpose, questions, signal)).map((trace) => ({ trace, missed: null })),
  }),
);

/** Makes an episode's next model call of these stages; null if none is left. */
export async function nextPass(
  deps: AskDeps,
  stages: readonly Stage[],
  input: PassInput,
  signal: AbortSignal,
): Promise<Pass | null> {
  return (await stages.find(({ waits }) => waits(input))?.alone(deps, input, signal)) ?? null;
}
