import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { TurnExtraction } from "../../domain/model/proposal.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { AskDeps } from "./ask.ts";
import { blindPasses, waitsForBlindReading } from "./blind-reading.ts";
import type { NearbyDeps } from "./reconcile/nearby.ts";
import { reconcilingPass } from "./reconcile/ruling-passes.ts";
import { nextVerdict, verdictPasses } from "./verdicts.ts";

/** Input of the next pass over an episode. */
export interface PassInput {
  user: UserStore;
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

/** Makes an episode's next model call of its kind; null if none is left. */
export type NextPass = (deps: AskDeps, input: PassInput, signal: AbortSignal) => Promise<Pass | null>;

/**
 * One blind reading that does not see the proposals, then two verdict passes over those it leaves open, then rulings on how the
 * accepted ones relate to known facts. An unreadable answer is an abstention: it is stored as one and not retried.
 */
export const nextPass: NextPass = async (deps, input, signal) => {
  const vote = await nextVote(deps, input, signal);
  if (vote !== null) return vote;
  const ruled = await reconcilingPass(deps, input, signal);
  return ruled && { trace: ruled, missed: null };
};

/** Makes the next pass that votes on open facts. */
export const nextVote: NextPass = async (deps, input, signal) => {
  if (waitsForBlindReading(input)) return (await blindPasses(deps, [input], signal))[0]?.pass ?? null;
  const purpose = nextVerdict(input);
  return purpose && ((await verdictPasses(deps, purpose, [input], signal))[0]?.pass ?? null);
};
