import type { Person } from "../lives/live.ts";
import type { RecordedTruth, StatementTruth } from "./truth.ts";

/**
 * The person behind a life whose truth is known: confirms a statement that this turn ended by forgetting, or that was
 * told in the turn itself, and a sentence of a turn with such a statement.
 */
export function truthfulPerson(truth: RecordedTruth): Person {
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
