import type { Ballot } from "../../domain/model/trace.ts";
import { COST_COUNTED_ELSEWHERE, traceOfCall } from "../model/trace.ts";
import { askPass, type AskDeps } from "./ask.ts";
import { readVerdicts, verdictMessage, verdictSchema, type VotedTurn } from "./ballot.ts";
import { areNear, byTurn, waitsForBlindReading } from "./blind-reading.ts";
import { inGroups } from "../collections.ts";
import type { Pass, PassInput } from "./stages.ts";

export const VERDICT_PURPOSES = ["verdict-a", "verdict-b"] as const;
export type VerdictPurpose = (typeof VERDICT_PURPOSES)[number];

/** Maximum number of statements in one call about several turns. */
const STATEMENTS_PER_CALL = 24;

/** The vote an episode's open statements wait for; null if none is left. */
export function nextVerdict(input: PassInput): VerdictPurpose | null {
  const { open, traces } = input;
  if (open.length === 0 || waitsForBlindReading(input)) return null;
  return VERDICT_PURPOSES.find((one) => !traces.some(({ purpose }) => purpose === one)) ?? null;
}

/** Turns of one conversation that are close enough to share a vote, oldest first. */
export function verdictGroups(inputs: readonly PassInput[]): PassInput[][] {
  const fits = (group: readonly PassInput[]): boolean =>
    areNear(group) && group.flatMap(({ open }) => open).length <= STATEMENTS_PER_CALL;
  return inGroups(inputs.toSorted(byTurn), fits);
}

/**
 * One vote on the open statements of neighbouring turns. The first carries the cost. With several turns, one with a statement
 * missing from the answer gets no vote yet.
 */
export async function verdictPasses(
  deps: AskDeps,
  purpose: VerdictPurpose,
  inputs: readonly PassInput[],
  signal: AbortSignal,
): Promise<Pass[]> {
  const voted = inputs.map(({ episode, earlier, open }): VotedTurn => {
    return { turn: episode, earlier, statements: purpose === "verdict-b" ? open.toReversed() : open };
  });
  const statements = voted.flatMap((one) => one.statements);
  const call = await askPass(
    deps,
    {
      purpose,
      messages: [verdictMessage(voted)],
      schema: { name: "verdicts", schema: verdictSchema(statements.length) },
      read: (json) => readVerdicts(json, statements),
    },
    signal,
  );
  const ballots = new Map<string, Ballot>(Object.entries(call.read ?? {}));
  const last = statements.findLast(({ id }) => ballots.has(id));
  if (call.truncated && inputs.length > 1 && last !== undefined) ballots.delete(last.id);
  return inputs
    .filter(({ open }) => inputs.length === 1 || open.every(({ id }) => ballots.has(id)))
    .map(({ episode, open }, at) => {
      const mine = open.flatMap(({ id }) => {
        const ballot = ballots.get(id);
        return ballot === undefined ? [] : [[id, ballot] as const];
      });
      const cost = at === 0 ? call : COST_COUNTED_ELSEWHERE;
      const said = { ballots: Object.fromEntries(mine) };
      return { trace: traceOfCall(deps, episode.id, purpose, cost, said), missed: null };
    });
}
