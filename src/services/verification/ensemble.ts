import type { Entity } from "../../domain/model/entity.ts";
import type { Episode } from "../../domain/model/episode.ts";
import type { Fact } from "../../domain/model/fact.ts";
import type { TurnExtraction } from "../../domain/model/proposal.ts";
import type { Trace } from "../../domain/model/trace.ts";
import type { UserStore } from "../../ports/memory-store.ts";
import type { AskDeps } from "./ask.ts";
import { blindPasses, waitsForBlindReading } from "./blind-reading.ts";
import type { NearbyDeps } from "./reconcile/nearby.ts";
import { reconcilingPass, type ReconcileInput } from "./reconcile/ruling-passes.ts";
import { nextVerdict, verdictPasses } from "./verdicts.ts";

/** What the next pass over an episode needs. */
export interface PassInput {
  user: UserStore;
  episode: Episode;
  timeZone: string;
  /** Turns of the conversation before it, oldest first. */
  earlier: Episode[];
  /** Staged facts that neither code nor the passes made so far decide. */
  open: Fact[];
  /** Facts to be believed that still have to be reconciled with known ones. */
  accepted: Fact[];
  /** Facts of earlier turns that are about to be believed. */
  before: readonly Fact[];
  nearby: NearbyDeps;
  /** What is believed of their subjects. */
  believed: Fact[];
  entities: Map<string, Entity>;
  /** Passes that were made already. */
  traces: Trace[];
  /** As `Look.nothingNear`. */
  nothingNear: Set<string>;
}

/** The result of one pass; it is stored before the next one begins. */
export interface Pass {
  trace: Trace;
  /** Statements the blind reading found and nobody had proposed. */
  missed: TurnExtraction | null;
}

/** Makes the next model call of its kind that an episode needs; null when none is left. */
export type NextPass = (deps: AskDeps, input: PassInput, signal: AbortSignal) => Promise<Pass | null>;

/**
 * One blind reading that knows nothing of the proposals, then two verdict passes over those that it leaves open, then
 * rulings over how those that were accepted stand to what is known. An answer that cannot be read is an abstention: it is
 * kept as such and not asked for again.
 */
export const nextPass: NextPass = async (deps, input, signal) => {
  const vote = await nextVote(deps, input, signal);
  if (vote !== null) return vote;
  const ruled = await reconcilingPass(deps, reconcileInputOf(input), signal);
  return ruled && { trace: ruled, missed: null };
};

/** Makes the next pass that votes on open facts. */
export const nextVote: NextPass = async (deps, input, signal) => {
  if (waitsForBlindReading(input)) return (await blindPasses(deps, [input], signal))[0]?.pass ?? null;
  const purpose = nextVerdict(input);
  return purpose && ((await verdictPasses(deps, purpose, [input], signal))[0]?.pass ?? null);
};

export function reconcileInputOf({ episode, ...input }: PassInput): ReconcileInput {
  const { nearby, accepted, before, believed, traces, nothingNear } = input;
  return { nearby, episodeId: episode.id, accepted, before, believed, traces, nothingNear };
}
