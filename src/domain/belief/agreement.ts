import type { Ballot, Trace } from "../model/trace.ts";

/**
 * The combined vote of the passes (ENS-1, ENS-2). `accept` and `reject` need a quorum; without one the code's own
 * verdict applies. `split`: too few are for it, but at least one is and so is code, so it is neither believed nor
 * rejected. Only a unanimous vote rejects a statement that code supports.
 */
export interface Agreement {
  outcome: "accept" | "reject" | "split" | "none";
  /** Share of the voting passes that are for it. */
  rate: number;
  passes: number;
}

/** Minimum number of voting passes: a single model call decides nothing. */
const QUORUM = 2;
/** From this confidence on, agreement of the blind pass is enough (one call instead of three). */
export const SURE_CONFIDENCE = 0.8;

const VOTING_PURPOSES = ["blind", "verdict-a", "verdict-b"] as const;

function ballotsFor(factId: string, traces: readonly Trace[]): Ballot[] {
  return VOTING_PURPOSES.flatMap((purpose) => {
    const ballot = traces.find((trace) => trace.purpose === purpose)?.ballots[factId];
    return ballot === undefined ? [] : [ballot];
  });
}

/**
 * `supported`: code finds it in the turn. `sure`: in addition, its confidence is high and it would close no believed
 * fact. `complete`: no more passes will follow; until then, only outcomes that the missing passes cannot change are
 * decided.
 */
export function agreementOn(
  factId: string,
  traces: readonly Trace[],
  {
    rateMin,
    supported,
    sure,
    complete,
  }: { rateMin: number; supported: boolean; sure: boolean; complete: boolean },
): Agreement {
  const ballots = ballotsFor(factId, traces);
  const passes = ballots.length;
  const votes = ballots.filter((ballot) => ballot === "for").length;
  const rate = passes === 0 ? 0 : votes / passes;
  const blind = traces.find((trace) => trace.purpose === "blind")?.ballots[factId];
  if (sure && blind === "for" && passes === 1) return { outcome: "accept", rate, passes };
  if (passes < QUORUM) return { outcome: "none", rate, passes };
  const missing = complete ? 0 : VOTING_PURPOSES.length - passes;
  if (votes / (passes + missing) >= rateMin) return { outcome: "accept", rate, passes };
  if ((votes + missing) / (passes + missing) < rateMin) {
    if (!supported) return { outcome: "reject", rate, passes };
    if (missing === 0) return { outcome: votes === 0 ? "reject" : "split", rate, passes };
  }
  return { outcome: "none", rate, passes };
}
