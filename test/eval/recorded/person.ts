import type { Person } from "../lives/live.ts";
import type { SuiteOptions } from "../suite.ts";
import { RECORDED_DEFAULTS } from "./options.ts";
import { readTruth, type RecordedTruth, type StatementTruth } from "./truth.ts";

/** The person behind a life of this name, where its truth is known. */
export function personOf(name: string, { recorded = RECORDED_DEFAULTS }: SuiteOptions): Person | undefined {
  const truth = readTruth(recorded.folder, name);
  return truth === null ? undefined : truthfulPerson(truth);
}

/**
 * The person behind a life whose truth is known: confirms a statement that this turn ended by forgetting, or that was
 * told in the turn itself, and a sentence of a turn with such a statement.
 */
function truthfulPerson(truth: RecordedTruth): Person {
  const { statements } = truth;
  const isMeant = ({ how, until }: StatementTruth, turnId: string): boolean =>
    how === "forget" && until === turnId;
  return (turnId, { text, turns }) => {
    const statement = statements.get(truth.idOf({ text, turns }) ?? "");
    if (statement !== undefined) return isMeant(statement, turnId) || turns.includes(turnId);
    const meant = [...statements.values()].filter((one) => isMeant(one, turnId));
    const told = new Set([turnId, ...meant.map(({ id }) => id.split(":")[1] ?? "")]);
    return turns.some((turn) => told.has(turn));
  };
}
